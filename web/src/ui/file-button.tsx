import { type ComponentProps, type RefObject, useRef } from "react"
import { Button } from "./button"

type Props = Omit<ComponentProps<typeof Button>, "onClick"> & {
  /** What the choice of files is called. */
  label: string
  /** Kinds of files; pictures unless it is told. */
  accept?: string
  multiple?: boolean
  onFiles: (files: File[]) => void
  /** For what opens the choice from elsewhere. */
  input?: RefObject<HTMLInputElement | null>
}

/** A button that has files chosen from the device. */
export function FileButton({
  label,
  accept = "image/*",
  multiple,
  onFiles,
  input,
  ...button
}: Props) {
  const own = useRef<HTMLInputElement>(null)
  const field = input ?? own
  return (
    <>
      <input
        ref={field}
        type="file"
        accept={accept}
        multiple={multiple}
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = "" // so that the same file can be chosen again
          if (files.length > 0) onFiles(files)
        }}
      />
      <Button {...button} onClick={() => field.current?.click()} />
    </>
  )
}
