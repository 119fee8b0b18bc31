import { type ReactNode, useState } from "react"

type Props = {
  src: string
  className: string
  /** Shown while the image cannot be. */
  fallback?: ReactNode
}

/** An image from an address that someone typed, which may lead nowhere. */
export function Picture({ src, className, fallback = null }: Props) {
  const [broken, setBroken] = useState<string>()
  if (src === "" || src === broken) return fallback
  return <img src={src} alt="" className={className} onError={() => setBroken(src)} />
}
