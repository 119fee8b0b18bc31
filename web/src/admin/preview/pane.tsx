import { ArrowUpRight, Eye, Globe, History, Monitor, Smartphone } from "lucide-react"
import {
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from "react"
import { type Ground, useGround } from "@/lib/ground"
import { useMedia } from "@/lib/media"
import { painted } from "@/lib/painted"
import type { Showing } from "@/lib/preview"
import { Button, buttonStyle } from "@/ui/button"
import { Segment } from "@/ui/segment"
import { Select } from "@/ui/select"
import { useBench } from "./bench"
import { addressOf, useChannel, useSize } from "./channel"
import { ElsewhereNote } from "./elsewhere"
import { GroundSwitch } from "./ground-switch"

const WIDTHS = { desktop: 1280, phone: 390 }
type Device = keyof typeof WIDTHS

/** A page to look at. */
/** site: where visitors find it, unless that is the path. */
export type Choice = { path: string; name: string; site?: string }

/** How others show the page, instead of the page itself. */
export type Face = { value: string; label: string; name: string; shown: ReactNode }

type Props = {
  path: string
  name: string
  site: string
  about?: string[]
  faces?: Face[]
  focus: Showing["focus"]
  foreign: string | undefined
  onForeign: (field: string | undefined) => void
  onPick: (field: string) => void
  pages?: Choice[]
  onPage?: (path: string) => void
}

const never = () => () => {}

/** Stands among the faces for the page itself. */
const PAGE = "page"

/** The page as visitors will see it, with what is being typed. */
export function PreviewPane(props: Props) {
  const { name, site } = props
  const bench = useBench()?.bench
  const looked = useSyncExternalStore(bench?.subscribe ?? never, () => bench?.looked())
  const [device, setDevice] = useState<Device>("desktop")
  const [ground, setGround] = useState(useGround())
  const [scale, setScale] = useState(1)
  const [chosen, setChosen] = useState(PAGE)
  const face = looked ? undefined : props.faces?.find(({ value }) => value === chosen)
  return (
    <section className="pane" aria-label="Preview">
      <div className="pane-bar" data-faces={props.faces && true}>
        {face ? (
          <p className="pane-name">
            <Globe aria-hidden="true" />
            <b>{face.name}</b>
          </p>
        ) : looked ? (
          <p className="pane-name">
            <History aria-hidden="true" />
            <b>{name}</b> <span>as of {looked.asOf}</span>
          </p>
        ) : props.pages ? (
          <div className="pane-name">
            <Select
              aria-label="Page of the preview"
              className="w-40"
              value={props.path}
              onChange={(path) => props.onPage?.(path)}
              options={props.pages.map((page) => ({ value: page.path, label: page.name }))}
            />
          </div>
        ) : (
          <p className="pane-name">
            <Eye aria-hidden="true" />
            <b>{name}</b> <span>as visitors will see it</span>
          </p>
        )}
        {looked ? (
          <>
            {looked.isMarked && (
              <p className="pane-legend">
                <del>On the site now</del> <ins>In this version</ins>
              </p>
            )}
            <Segment
              label="Marks of what differs"
              value={looked.isMarked ? "on" : "off"}
              onChange={(value) => looked.onMarked(value === "on")}
              choices={[
                { value: "on", label: "Marks on" },
                { value: "off", label: "Marks off" },
              ]}
            />
          </>
        ) : face ? null : (
          <>
            <span className="pane-scale">{Math.round(scale * 100)}%</span>
            <div className="pane-device">
              <Segment
                label="Width of the preview"
                value={device}
                onChange={setDevice}
                choices={[
                  { value: "desktop", label: "Desktop", icon: <Monitor aria-hidden="true" /> },
                  { value: "phone", label: "Phone", icon: <Smartphone aria-hidden="true" /> },
                ]}
              />
            </div>
          </>
        )}
        {!looked && props.faces && (
          <Segment
            label="What the preview shows"
            value={chosen}
            onChange={setChosen}
            choices={[{ value: PAGE, label: "Page" }, ...props.faces]}
          />
        )}
        {!face && <GroundSwitch value={ground} onChange={setGround} />}
        {!looked && (
          <div className="pane-site">
            <a
              href={site}
              target="_blank"
              rel="noopener noreferrer"
              className={buttonStyle({ look: "ghost" })}
            >
              View site
              <ArrowUpRight aria-hidden="true" />
              <span className="sr-only">(opens in a new window)</span>
            </a>
          </div>
        )}
      </div>
      {face ? (
        <div className="pane-face">{face.shown}</div>
      ) : (
        <Stage {...props} device={device} ground={ground} onScale={setScale} />
      )}
      {props.foreign && (
        <ElsewhereNote field={props.foreign} onClose={() => props.onForeign(undefined)} />
      )}
    </section>
  )
}

type StageProps = Props & { device: Device; ground: Ground; onScale: (scale: number) => void }

function Stage({ path, name, about, focus, onPick, device, ground, onScale }: StageProps) {
  const box = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const bench = useBench()?.bench
  const isPhone = useMedia("(width < 64rem)")
  const { w, h } = useSize(box)
  // A page that is laid out anew keeps the switch from being seen.
  const [laidOut, setLaidOut] = useState(device)
  useEffect(() => void painted().then(() => setLaidOut(device)), [device])
  // On a phone the page is as wide as the phone.
  const width = isPhone ? w : WIDTHS[laidOut]
  const scale = width && w ? Math.min(1, w / width) : 1
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading")
  const [round, setRound] = useState(0)
  const [first] = useState(path)
  const preview = useChannel(frame, (said) => {
    if (said.says === "picked") onPick(said.field)
    else setState(said.says === "shown" ? "shown" : "failed")
  })
  const show = useEffectEvent(() => {
    if (!bench) return
    const marks = { scale }
    // Beside a version nobody types.
    const typing = bench.looked() ? undefined : { focus, others: bench.others() }
    preview.show({ ...bench.layer(), path, about, theme: ground, marks, ...typing })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown is made of these
  useEffect(() => show(), [path, about?.join(), ground, focus, scale])
  useEffect(() => bench?.subscribe(() => show()), [bench])
  useEffect(() => onScale(scale), [scale, onScale])
  return (
    <div className="pane-stage" data-device={isPhone ? undefined : laidOut}>
      <div className="pane-box" style={isPhone ? undefined : { maxWidth: width }} ref={box}>
        <iframe
          key={round}
          ref={frame}
          title={`Preview of ${name}`}
          tabIndex={-1}
          src={addressOf(first)}
          style={{ width, height: h / scale, transform: `scale(${scale})` }}
        />
        {state === "loading" && (
          <p role="status" className="pane-note">
            Loading the page
          </p>
        )}
        {state === "failed" && (
          <div role="alert" className="pane-note">
            <p>The preview could not load. The form still works.</p>
            <Button
              size="sm"
              onClick={() => {
                setState("loading")
                setRound((n) => n + 1)
              }}
            >
              Retry
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}
