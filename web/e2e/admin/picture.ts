import { picture } from "../../browsers/picture.mjs"

export { picture }

/** A picture as a browser uploads it. */
export const file = (name: string, width = 600, height = 800) => ({
  name,
  mimeType: "image/png",
  buffer: picture(width, height),
})
