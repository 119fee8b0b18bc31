type Box = [x: number, y: number, w: number, h: number]
type Block = { lights?: Part; boxes: Box[] }

export type Part = keyof typeof PAGE_OF

const head: Block[] = [
  { boxes: [[6, 5, 10, 3]] },
  { lights: "navigation", boxes: [[42, 5, 28, 3]] },
]

const row = (y: number, h: number, xs: number[], w: number): Box[] => xs.map((x) => [x, y, w, h])

const pages: Record<"home" | "about" | "contact" | "footer" | "careers", Block[]> = {
  home: [
    { lights: "hero", boxes: [[6, 12, 44, 8], ...row(23, 12, [6, 39], 31)] },
    { lights: "process", boxes: row(39, 6, [6, 23, 40, 56], 14) },
    { lights: "portfolio", boxes: row(49, 6, [6, 28, 50], 20) },
  ],
  about: [
    { boxes: [[6, 13, 22, 6]] },
    { lights: "about", boxes: [[39, 13, 31, 12], ...row(29, 8, [6, 39], 31)] },
    { lights: "team", boxes: row(42, 13, [6, 23, 40, 56], 14) },
  ],
  contact: [
    {
      boxes: [
        [6, 13, 30, 6],
        [6, 24, 34, 30],
      ],
    },
    {
      lights: "contact",
      boxes: [
        [46, 24, 24, 6],
        [46, 33, 24, 6],
        [46, 42, 24, 6],
      ],
    },
  ],
  footer: [
    { boxes: [[6, 12, 64, 20]] },
    {
      lights: "footer",
      boxes: [
        [6, 37, 26, 5],
        [6, 45, 18, 4],
        [40, 37, 13, 12],
        [57, 37, 13, 12],
        [6, 53, 64, 2],
      ],
    },
  ],
  careers: [
    { boxes: [[6, 13, 40, 7]] },
    {
      lights: "careers",
      boxes: [
        [6, 26, 64, 7],
        [6, 36, 64, 7],
        [6, 46, 64, 7],
      ],
    },
  ],
}

const PAGE_OF = {
  hero: "home",
  process: "home",
  portfolio: "home",
  navigation: "home",
  about: "about",
  team: "about",
  contact: "contact",
  footer: "footer",
  careers: "careers",
} as const

/** A page in small, with the part lit that an editor changes. */
export function PageMap({ part }: { part: Part }) {
  const blocks = [...head, ...pages[PAGE_OF[part]]]
  return (
    <svg width="76" height="60" viewBox="0 0 76 60" className="shrink-0" aria-hidden="true">
      <rect x=".5" y=".5" width="75" height="59" rx="3" fill="var(--bg)" stroke="var(--line-2)" />
      {blocks.flatMap(({ lights, boxes }) =>
        boxes.map(([x, y, w, h]) => (
          <rect
            key={`${x} ${y}`}
            x={x}
            y={y}
            width={w}
            height={h}
            rx="1"
            fill={lights === part ? "var(--edge)" : "var(--pane-2)"}
          />
        )),
      )}
    </svg>
  )
}
