import { type ReactNode, useState } from "react"

type Props = {
  src: string
  alt: string
  width: number
  height: number
  /** What stands there when there is no picture, or it does not load. */
  children?: ReactNode
  /** Holds the picture. */
  className?: string
}

/** A picture from an address that an editor gave. */
export function Picture({ src, alt, width, height, children, className }: Props) {
  const [broken, setBroken] = useState("")
  if (!src || src === broken) return children
  const image = (
    <img
      src={src}
      alt={alt}
      width={width}
      height={height}
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
