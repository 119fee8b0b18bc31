const NAMES: [below: number, name: string][] = [
  [12, "pink"],
  [42, "red"],
  [68, "orange"],
  [84, "amber"],
  [108, "yellow"],
  [130, "lime"],
  [166, "green"],
  [200, "teal"],
  [228, "cyan"],
  [275, "blue"],
  [308, "violet"],
  [340, "magenta"],
  [360, "pink"],
]

/** What people call a hue. */
export const hueName = (hue: number) => NAMES.find(([below]) => hue < below)?.[1] ?? "pink"

/** The hue as a screen reader says it. */
export const hueText = (hue: number) => `${hue} degrees, ${hueName(hue)}`
