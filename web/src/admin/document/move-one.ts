/** Which row was moved where, told from the order before and after. */
export function moveOne(before: unknown[], after: unknown[]): [from: number, to: number] {
  const first = before.findIndex((key, index) => key !== after[index])
  if (first < 0) return [0, 0]
  // Either the first that differs went down, or another came up into its place.
  const cameUp = before.indexOf(after[first])
  const wentDown = after.indexOf(before[first])
  return cameUp === first + 1 ? [first, wentDown] : [cameUp, first]
}
