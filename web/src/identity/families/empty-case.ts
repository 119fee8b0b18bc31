import type { Family } from "./hand"
import type { Scene } from "./today/scene"

/** The empty case of the 404 page, 600 x 520. */
export function emptyCase(of: Family): Scene {
  const { body } = of.empty({ night: false })
  return {
    w: 600,
    h: 520,
    body: `<rect width="600" height="420" fill="url(#gWall)"/><rect y="420" width="600" height="100" fill="url(#gFloor)"/><g transform="translate(-20 70)">${body}</g><path d="M420 0h130L300 520h-130Z" fill="url(#gGlare)"/>`,
  }
}
