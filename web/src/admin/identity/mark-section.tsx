import { useRef, useState } from "react"
import { FRAMES, PLACES } from "@/identity/identity"
import { mark } from "@/identity/mark"
import type { Palette } from "@/identity/theme"
import { Button } from "@/ui/button"
import { Field, placed } from "@/ui/field"
import { Input } from "@/ui/input"
import { Segment } from "@/ui/segment"
import { inked } from "./inked"
import { CALLED, type Look, markOf } from "./look"
import type { Choosing } from "./rail"
import { Say } from "./say"
import { signFrom } from "./sign"
import { TABS, useUploadedContrast } from "./uploaded"

const PLACE_NAMES: Record<(typeof PLACES)[number], string> = {
  nw: "top left",
  n: "top",
  ne: "top right",
  w: "left",
  c: "middle",
  e: "right",
  sw: "bottom left",
  s: "bottom",
  se: "bottom right",
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** The sign of the studio: a frame with a dot, or a file. */
export function MarkSection(choosing: Choosing) {
  const { look, put } = choosing
  // A mark without its file is not one yet.
  const [isUploading, setUploading] = useState(look.kind === "uploaded")
  const kind = look.kind === "uploaded" || isUploading ? "uploaded" : "generated"
  return (
    <>
      <div {...placed("kind", CALLED.kind)}>
        <Segment
          label="Mark"
          value={kind}
          onChange={(next) => {
            setUploading(next === "uploaded")
            if (next === "generated") put({ kind: "generated" })
            else if (look.url) put({ kind: "uploaded" })
          }}
          choices={[
            { value: "generated", label: "Generated" },
            { value: "uploaded", label: "Uploaded" },
          ]}
        />
      </div>
      {kind === "generated" ? <Generated {...choosing} /> : <Uploaded {...choosing} />}
      <Icon {...choosing} />
    </>
  )
}

function Generated({ look, theme, put }: Choosing) {
  const drawn = (some: Partial<Look>) => ({
    __html: inked(mark({ ...markOf(look), ...some }), theme.light),
  })
  return (
    <>
      <p className="label-of">Frame</p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would announce form controls */}
      <div className="frames" role="group" aria-label="Frame" {...placed("kind", CALLED.frame)}>
        {FRAMES.map((frame, at) => (
          <button
            key={frame}
            type="button"
            data-field={at === 0 ? "mark" : undefined}
            aria-label={capital(frame)}
            aria-pressed={look.frame === frame}
            onClick={() => put({ frame })}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn here from numbers
            dangerouslySetInnerHTML={drawn({ frame })}
          />
        ))}
      </div>
      <div className="mark-row">
        <div>
          <p className="label-of">Dot</p>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would announce form controls */}
          <div
            className="nine"
            role="group"
            aria-label="Place of the dot"
            {...placed("kind", CALLED.dot)}
          >
            {PLACES.map((place) => (
              <button
                key={place}
                type="button"
                disabled={look.initial !== ""}
                aria-label={capital(PLACE_NAMES[place])}
                aria-pressed={look.dot === place}
                onClick={() => put({ dot: place })}
              >
                <i style={look.dot === place ? { background: dotOf(theme.light) } : undefined} />
              </button>
            ))}
          </div>
        </div>
        <Field
          path="kind"
          label="Initial, optional"
          hint="With an initial, the dot becomes its full stop."
          className="pt-4"
        >
          {(control) => (
            <Input
              {...control}
              placeholder="None"
              autoComplete="off"
              value={look.initial}
              onChange={(event) => put({ initial: [...event.target.value].at(-1)?.trim() ?? "" })}
            />
          )}
        </Field>
      </div>
      <Proofs
        draw={(palette) => ({ __html: inked(mark(markOf(look)), palette) })}
        light={theme.light}
        dark={theme.dark}
      />
    </>
  )
}

// A disc with a core; they differ only where the hue needs it.
const dotOf = ({ dot, "dot-core": core }: Palette) =>
  `radial-gradient(circle closest-side, ${core} 50%, ${dot} 58%)`

const SIZES = [16, 24, 48]

type ProofsProps = {
  draw: (palette: Palette) => { __html: string }
  light: Palette
  dark: Palette
}

/** The mark as small as it gets, in a light and a dark tab. */
function Proofs({ draw, light, dark }: ProofsProps) {
  return (
    <div className="proofs" aria-hidden="true">
      {([light, dark] as const).map((palette, at) => (
        <div key={at === 0 ? "light" : "dark"} style={{ background: at ? TABS.dark : TABS.light }}>
          {SIZES.map((size) => (
            <span key={size} className={at ? "proof-dark" : undefined}>
              {/* biome-ignore lint/security/noDangerouslySetInnerHtml: drawn here, or an address that was checked */}
              <span style={{ height: size }} dangerouslySetInnerHTML={draw(palette)} />
              {size}
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}

function Uploaded({ look, theme, put }: Choosing) {
  const contrast = useUploadedContrast(look)
  const [why, setWhy] = useState<string>()
  const take = (column: "url" | "dark_url") => async (file: File) => {
    const sign = await signFrom(file)
    if ("why" in sign) return setWhy(sign.why)
    setWhy(undefined)
    put({ kind: "uploaded", [column]: sign.url })
  }
  const least = contrast && Math.min(contrast.light, contrast.dark)
  const number = (ratio: number) => ratio.toFixed(1)
  return (
    <>
      <FileRow
        title={look.url ? nameOf(look.url) : "No file yet"}
        note="PNG or SVG, up to 1 MB"
        src={look.url}
        action={look.url ? "Replace" : "Choose"}
        onFile={take("url")}
      />
      {look.url && (
        <>
          <FileRow
            title="For dark pages"
            note={look.dark_url ? nameOf(look.dark_url) : "None: there it sits on a plate"}
            src={look.dark_url}
            action={look.dark_url ? "Replace" : "Add"}
            onFile={take("dark_url")}
          />
          <Proofs
            draw={(palette) => ({
              __html: imageOf(palette === theme.dark ? look : { ...look, dark_url: "" }),
            })}
            light={theme.light}
            dark={theme.dark}
          />
          <div className="header-proof">
            <img src={look.url} alt="" height={26} />
            {look.name}
          </div>
        </>
      )}
      {why && <Say kind="bad" text={why} />}
      {contrast && least !== undefined && least >= 3 && (
        <Say
          kind="ok"
          text={`Legible at 16: ${number(contrast.light)} to 1 on a light tab, ${number(contrast.dark)} on a dark one.`}
        />
      )}
      {least !== undefined && least < 3 && (
        <Say
          kind="warn"
          text={`At 16 pixels the lines melt into the ground: ${number(least)} to 1, and 3 are needed. Tabs show the generated mark, or an icon of its own.`}
          actions={[{ label: "Use the generated mark", run: () => put({ kind: "generated" }) }]}
        />
      )}
    </>
  )
}

/** What tabs and phones show, where it is not made from the mark. */
function Icon({ look: { icon_url }, put }: Choosing) {
  const [why, setWhy] = useState<string>()
  const take = async (file: File) => {
    const sign = await signFrom(file)
    setWhy("why" in sign ? sign.why : undefined)
    if ("url" in sign) put({ icon_url: sign.url })
  }
  return (
    <>
      <FileRow
        title="Icon"
        note={icon_url ? nameOf(icon_url) : "Made from the mark"}
        src={icon_url}
        action={icon_url ? "Replace" : "Add"}
        onFile={take}
      />
      {icon_url && (
        <Button size="sm" look="ghost" onClick={() => put({ icon_url: "" })}>
          Make it from the mark
        </Button>
      )}
      {why && <Say kind="bad" text={why} />}
    </>
  )
}

const nameOf = (url: string) =>
  url
    .split("/")
    .at(-1)
    ?.replace(/^(mark|logo)_\d+_/, "") ?? ""

// Addresses of our own storage hold no quotes: the rules of the form refuse them.
const imageOf = ({ url, dark_url }: Pick<Look, "url" | "dark_url">) =>
  `<img alt="" src="${encodeURI(dark_url || url).replaceAll('"', "%22")}">`

type FileRowProps = {
  title: string
  note: string
  src: string
  action: string
  onFile: (file: File) => Promise<void>
}

function FileRow({ title, note, src, action, onFile }: FileRowProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isSending, setSending] = useState(false)
  return (
    <div className="file-row">
      <span className={src ? "file-thumb" : "file-thumb file-none"}>
        {src && <img src={src} alt="" />}
      </span>
      <span className="min-w-0">
        <b className="block truncate font-medium">{title}</b>
        <span className="text-label text-ink-3">{note}</span>
      </span>
      <input
        ref={input}
        type="file"
        accept="image/png,image/svg+xml"
        aria-label={`${action}: ${title}`}
        tabIndex={-1}
        className="sr-only"
        onChange={async (event) => {
          const file = event.target.files?.[0]
          event.target.value = ""
          if (!file) return
          setSending(true)
          await onFile(file)
          setSending(false)
        }}
      />
      <Button
        size="sm"
        data-field={action === "Add" ? undefined : "mark"}
        pending={isSending}
        pendingLabel="Reading..."
        onClick={() => input.current?.click()}
      >
        {action}
      </Button>
    </div>
  )
}
