import { type ReactNode, useState } from "react"
import { sized } from "./sizes"

type Props = {
  src: string
  alt: string
  width: number
  height: number
  /** How wide it is shown, where it is cut to this shape. */
  sizes?: string
  /** What stands there when there is no picture, or it does not load. */
  children?: ReactNode
  /** Holds the picture. */
  className?: string
}

/** A picture from an address that an editor gave. */
export function Picture({ src, alt, width, height, sizes, children, className }: Props) {
  const [broken, setBroken] = useState("")
  if (!src || src === broken) return children
  const image = (
    <img
      {...sized(src, { width, height, sizes })}
      alt={alt}
      loading="lazy"
      decoding="async"
      // The boot script marks one that failed.
      suppressHydrationWarning
      // An image that failed before React arrived fires no event any more.
      ref={(img) => {
        if (img?.complete && img.naturalWidth === 0) setBroken(src)
      }}
      onError={() => setBroken(src)}
    />
  )
  return className ? <span className={className}>{image}</span> : image
}
