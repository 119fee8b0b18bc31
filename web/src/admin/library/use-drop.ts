import { useEffect, useEffectEvent, useState } from "react"

const filesOf = (transfer: DataTransfer | null) => [...(transfer?.files ?? [])]

/** Takes files that are dropped anywhere on the page, or pasted; tells how many hover above it. */
export function useDropAnywhere(onFiles: (files: File[]) => void): number {
  const [hovering, setHovering] = useState(0)
  const take = useEffectEvent(onFiles)
  useEffect(() => {
    let depth = 0
    const count = (event: DragEvent) =>
      [...(event.dataTransfer?.items ?? [])].filter(({ kind }) => kind === "file").length
    const enter = (event: DragEvent) => {
      if (!count(event)) return
      depth++
      setHovering(count(event))
    }
    const leave = (event: DragEvent) => {
      if (count(event) && --depth <= 0) setHovering(0)
    }
    const over = (event: DragEvent) => count(event) && event.preventDefault()
    const drop = (event: DragEvent) => {
      depth = 0
      setHovering(0)
      const files = filesOf(event.dataTransfer)
      if (files.length === 0) return
      event.preventDefault()
      take(files)
    }
    const paste = (event: ClipboardEvent) => {
      const files = filesOf(event.clipboardData)
      if (files.length > 0) take(files)
    }
    window.addEventListener("dragenter", enter)
    window.addEventListener("dragleave", leave)
    window.addEventListener("dragover", over)
    window.addEventListener("drop", drop)
    window.addEventListener("paste", paste)
    return () => {
      window.removeEventListener("dragenter", enter)
      window.removeEventListener("dragleave", leave)
      window.removeEventListener("dragover", over)
      window.removeEventListener("drop", drop)
      window.removeEventListener("paste", paste)
    }
  }, [])
  return hovering
}
