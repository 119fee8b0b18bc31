import { Upload as UploadIcon } from "lucide-react"
import { type DragEvent, useEffect, useState } from "react"
import { cn } from "@/lib/cn"
import { FileButton } from "./file-button"
import { Picture } from "./picture"
import { Progress } from "./progress"
import { Roller } from "./roller"

type Props = {
  /** The image to show; empty for none. */
  src: string
  /** How much of a new image is sent, in percent; nothing while none is. */
  done?: number
  hint: string
  onFile: (file: File) => void
}

const LOCKED = "Uploading. The form is locked until it finishes."

/** A thumbnail and a button to replace its image; a file can be dropped on them too. */
export function Upload({ src, done, hint, onFile }: Props) {
  const pending = done !== undefined
  const { isOver, ...target } = useDrop(pending, onFile)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would look and lay out as one
    <div
      role="group"
      aria-label="Upload image"
      className={cn("drop flex items-center gap-3.5", isOver && "drop-over")}
      {...target}
    >
      <span className="thumb size-16">
        {pending ? <Roller /> : <Picture src={src} className="size-full object-contain" />}
      </span>
      <div className="min-w-0 flex-1">
        <FileButton
          size="sm"
          label="Upload image"
          disabled={pending}
          onFiles={([file]) => file && onFile(file)}
        >
          <UploadIcon aria-hidden="true" />
          Upload image
        </FileButton>
        <p role="status" className={cn("mt-1.5 text-label", isOver ? "text-edge" : "text-ink-3")}>
          {pending ? LOCKED : isOver ? "Let go to upload" : hint}
        </p>
        {pending && <Progress label="Logo upload" percent={done} />}
      </div>
    </div>
  )
}

const hasFile = ({ dataTransfer }: Pick<globalThis.DragEvent, "dataTransfer">) =>
  dataTransfer?.types.includes("Files") ?? false

function useDrop(isOff: boolean, onFile: (file: File) => void) {
  // Of the field and what is in it, each is entered and left.
  const [depth, setDepth] = useState(0)
  useEffect(() => {
    // A browser would open a file that misses the field, in place of the page.
    const stay = (event: globalThis.DragEvent) => hasFile(event) && event.preventDefault()
    window.addEventListener("dragover", stay)
    window.addEventListener("drop", stay)
    return () => {
      window.removeEventListener("dragover", stay)
      window.removeEventListener("drop", stay)
    }
  }, [])
  return {
    isOver: depth > 0 && !isOff,
    onDragEnter: (event: DragEvent) => hasFile(event) && setDepth((now) => now + 1),
    onDragLeave: (event: DragEvent) => hasFile(event) && setDepth((now) => Math.max(0, now - 1)),
    onDrop: (event: DragEvent) => {
      setDepth(0)
      const [file] = event.dataTransfer.files
      if (file && !isOff) onFile(file)
    },
  }
}
