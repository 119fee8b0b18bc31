import { SPRITE } from "./sprite"

/** The gradients of all drawings. Once per page, before the first drawing, never inside something hidden. */
export const ART_DEFS = `<svg class="art-defs" width="0" height="0" aria-hidden="true" focusable="false"><defs>${[
  linear(
    "gV",
    'x1="0" x2="1"',
    ["0", "var(--v-hi)"],
    [".34", "var(--v-mid)"],
    ["1", "var(--v-lo)"],
  ),
  linear("gI", 'x1="0" x2="1"', ["0", "var(--v-ink2)"], [".5", "var(--v-ink)"]),
  linear("gRim", 'x1="0" x2="1"', ["0", "var(--v-lo)"], ["1", "var(--v-hi)"]),
  linear(
    "gN",
    'x1="0" x2="1"',
    ["0", "var(--n-hi)"],
    [".36", "var(--n-mid)"],
    ["1", "var(--n-lo)"],
  ),
  linear("gWall", 'x2="0" y2="1"', ["0", "var(--w-0)"], ["1", "var(--w-1)"]),
  linear("gFloor", 'x2="0" y2="1"', ["0", "var(--w-2)"], ["1", "var(--w-3)"]),
  linear("gArch", 'x2=".35" y2="1"', ["0", "var(--w-a)"], ["1", "var(--w-b)"]),
  linear("gPed", 'x1="0" x2="1"', ["0", "var(--ped-a)"], ["1", "var(--ped-b)"]),
  linear("gBeam", 'x2="0" y2="1"', ["0", "var(--beam)"], ["1", "var(--beam)", "0"]),
  `<linearGradient id="gGlare">${stop(["0", "var(--shine)", "0"])}<stop class="glare" offset=".5" stop-color="var(--shine)"/>${stop(["1", "var(--shine)", "0"])}</linearGradient>`,
  radial(
    "gSh",
    "",
    ["0", "var(--v-shade)", ".4"],
    [".6", "var(--v-shade)", ".13"],
    ["1", "var(--v-shade)", "0"],
  ),
  radial(
    "gDot",
    ' cx=".36" cy=".3" r=".8"',
    ["0", "var(--dot-hi)"],
    [".5", "var(--dot)"],
    ["1", "var(--dot-lo)"],
  ),
  radial("gPool", "", ["0", "var(--pool)"], ["1", "var(--pool)", "0"]),
].join("")}</defs>${SPRITE}</svg>`

type Stop = [offset: string, color: string, opacity?: string]

function linear(id: string, line: string, ...stops: Stop[]): string {
  return `<linearGradient id="${id}" ${line}>${stops.map(stop).join("")}</linearGradient>`
}

function radial(id: string, circle: string, ...stops: Stop[]): string {
  return `<radialGradient id="${id}"${circle}>${stops.map(stop).join("")}</radialGradient>`
}

function stop([offset, color, opacity]: Stop): string {
  return `<stop offset="${offset}" stop-color="${color}"${opacity ? ` stop-opacity="${opacity}"` : ""}/>`
}
