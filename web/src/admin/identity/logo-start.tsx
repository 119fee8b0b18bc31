import { Upload } from "lucide-react"
import { type DragEvent, useRef, useState } from "react"
import type { Hex } from "@/identity/colour"
import { fromLogo } from "@/identity/suggestions"
import { theme } from "@/identity/theme"
import { Button } from "@/ui/button"
import { Roller } from "@/ui/roller"
import { coloursOf } from "./logo"
import type { Look } from "./look"
import { type Sign, signFrom } from "./sign"

type Colours = Pick<Look, "hue_glass" | "hue_dot" | "tint">

type State =
  | { is: "empty" }
  | { is: "reading"; name: string }
  | { is: "read"; file: File; colours: Colours }
  | { is: "failed"; name: string; why: string }

type Props = {
  title: string
  hint?: string
  put: (some: Partial<Look>) => void
}

const NONE = "No colour found. Try a PNG."

/** Takes colours from a logo. The file becomes the mark only when that is asked for. */
export function LogoStart({ title, hint = "Takes its colours. SVG or PNG", put }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [state, setState] = useState<State>({ is: "empty" })
  const [isSending, setSending] = useState(false)
  const read = async (file: File) => {
    setState({ is: "reading", name: file.name })
    try {
      const colours = fromLogo(await coloursOf(file))
      if (colours) setState({ is: "read", file, colours })
      else setState({ is: "failed", name: file.name, why: NONE })
    } catch {
      setState({ is: "failed", name: file.name, why: NONE })
    }
  }
  const becomeMark = async (file: File) => {
    setSending(true)
    const sign: Sign = await signFrom(file)
    setSending(false)
    if ("why" in sign) return setState({ is: "failed", name: file.name, why: sign.why })
    put({ kind: "uploaded", url: sign.url, dark_url: "" })
    setState({ is: "empty" })
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const [file] = event.dataTransfer.files
    if (file) void read(file)
  }
  return (
    <div>
      <input
        ref={input}
        type="file"
        accept="image/png,image/svg+xml,image/jpeg,image/webp"
        aria-label={title}
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ""
          if (file) void read(file)
        }}
      />
      <button
        type="button"
        className={state.is === "failed" ? "logo-drop logo-bad" : "logo-drop"}
        onClick={() => input.current?.click()}
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
      >
        {state.is === "reading" ? <Roller /> : <Upload aria-hidden="true" />}
        <span aria-live="polite">
          <b>{state.is === "reading" ? `Reading ${state.name}` : title}</b>
          <span>{state.is === "failed" ? state.why : hint}</span>
        </span>
      </button>
      {state.is === "read" && (
        <div className="logo-read">
          <span className="logo-swatches" aria-hidden="true">
            {swatchesOf(state.colours).map((colour) => (
              <i key={colour} style={{ background: colour }} />
            ))}
          </span>
          <Button size="sm" onClick={() => put(state.colours)}>
            Use these
          </Button>
          <Button
            size="sm"
            look="ghost"
            pending={isSending}
            pendingLabel="Uploading..."
            onClick={() => void becomeMark(state.file)}
          >
            Use as the mark
          </Button>
        </div>
      )}
    </div>
  )
}

function swatchesOf(colours: Colours): Hex[] {
  const { light } = theme(colours)
  return [light["pane-2"], light.edge, light["dot-core"]]
}
