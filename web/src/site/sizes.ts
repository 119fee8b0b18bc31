/** What the server tells of the pictures of the library that a page shows, by address; logo: it was cropped to a square for places of logos. */
export type Pictures = Record<string, { w: number; h: number; v: string; logo?: boolean }>

let known: Pictures = {}

/** A document shows one page's pictures; this comes before the first render. */
export function sizeFor(pictures: Pictures = {}) {
  known = pictures
}

type Shape = {
  /** In pixels of the page. */
  width: number
  height: number
  /** How wide it is shown, as for sizes. Without, it is as high as said, and as wide as it comes. */
  sizes?: string
}

const WIDTHS = [160, 240, 320, 480, 640]
const DENSITIES = [1, 2, 3]
const QUALITY = 65

const rendered = (src: string, query: string) =>
  `${src.replace("/object/public/", "/render/image/public/")}?${query}`

/** The attributes with which a browser takes the size it needs; a picture from elsewhere has those it came with. */
export function sized(src: string, { width, height, sizes }: Shape) {
  const of = known[src]
  if (!of) return { src, width, height }
  const at = (query: string) => rendered(src, `${query}&quality=${QUALITY}&v=${of.v}`)
  if (!sizes) {
    const high = (side: number) => at(of.logo ? `width=${side}&height=${side}` : `height=${side}`)
    return {
      src: high(height),
      srcSet: DENSITIES.map((density) => `${high(height * density)} ${density}x`).join(", "),
      width: of.logo ? height : Math.round((height * of.w) / of.h),
      height,
    }
  }
  const most = Math.min(of.w, (of.h * width) / height)
  const widths = WIDTHS.filter((wide, i) => i === 0 || wide <= most)
  const cut = (wide: number) => at(`width=${wide}&height=${Math.round((wide * height) / width)}`)
  return {
    src: cut(widths[Math.min(2, widths.length - 1)] as number),
    srcSet: widths.map((wide) => `${cut(wide)} ${wide}w`).join(", "),
    sizes,
    width,
    height,
  }
}

/** A studio's own photograph in a drawing, at least so wide. */
export const photoAt = ({ url, v }: { url: string; v?: string }, width: number) =>
  rendered(url, `width=${width}&quality=${QUALITY}&v=${v ?? ""}`)

/** A picture that shared links show, cut to their shape. */
export const shared = (src: string, pictures: Pictures = {}) => {
  const of = pictures[src]
  return of ? rendered(src, `width=1200&height=630&v=${of.v}`) : src
}
