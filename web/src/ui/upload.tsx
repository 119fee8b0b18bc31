import { Upload as UploadIcon } from "lucide-react"
import { useRef } from "react"
import { Button } from "./button"
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

/** A thumbnail and a button to replace its image. */
export function Upload({ src, done, hint, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const pending = done !== undefined
  return (
    <div className="flex items-center gap-3.5">
      <span className="thumb size-16">
        {pending ? <Roller /> : <Picture src={src} className="size-full object-contain" />}
      </span>
      <div className="min-w-0 flex-1">
        <input
          ref={input}
          type="file"
          accept="image/*"
          aria-label="Upload image"
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => {
            const file = event.target.files?.[0]
            event.target.value = ""
            if (file) onFile(file)
          }}
        />
        <Button size="sm" disabled={pending} onClick={() => input.current?.click()}>
          <UploadIcon aria-hidden="true" />
          Upload image
        </Button>
        <p role="status" className="mt-1.5 text-label text-ink-3">
          {pending ? "Uploading. The form is locked until it finishes." : hint}
        </p>
        {pending && <Progress label="Logo upload" percent={done} />}
      </div>
    </div>
  )
}
