import { type ReactNode, use, useEffect, useState } from "react"
import { Link, useLocation } from "wouter"
import { useArrival } from "./arrival"
import { BenchContext, SiblingsContext } from "./bench"
import { type Choice, PreviewPane } from "./pane"
import { useWorkbench, type Working } from "./use-workbench"
import { ViewSwitch } from "./view-switch"

type Props = {
  /** The page that is shown, and what it is called. */
  path: string
  name: string
  /** The documents that the screen changes; the page opens where they are shown. */
  about?: string[]
  /** What leads to the page for visitors, unless it is the path. */
  site?: string
  /** Pages to choose from, where a screen changes more than one, and the one that shows a field. */
  pages?: Choice[]
  pageOf?: (field: string) => string | undefined
  /** For tables. */
  wide?: boolean
  children: ReactNode
}

/** A screen of the back-office beside the page that it changes. */
export function Workbench(props: Props) {
  const { wide, children, pages, pageOf } = props
  const working = useWorkbench()
  const { shared, picking } = working
  const [path, setPath] = useState(props.path)
  const wanted = picking.focus && pageOf?.(picking.focus.field)
  const chosen = pages?.find((one) => one.path === path)
  const page = {
    path,
    name: props.name,
    about: props.about,
    site: chosen?.site ?? props.site ?? path,
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new focus leads to its page
  useEffect(() => {
    if (wanted) setPath(wanted)
  }, [wanted, picking.focus])
  useArrival((name) => shared.bench.openers.get(name))
  return (
    <WorkFrame
      working={working}
      wide={wide}
      pane={<PreviewPane {...picking} {...page} pages={pages} onPage={setPath} />}
    >
      {children}
    </WorkFrame>
  )
}

type FrameProps = { working: Working; pane: ReactNode; wide?: boolean; children: ReactNode }

/** A form and what it looks like, beside each other or one at a time. */
export function WorkFrame({ working, pane, wide, children }: FrameProps) {
  const { shared, isShown, onFocus } = working
  return (
    <BenchContext value={shared}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it follows the focus and takes none */}
      <div className="work" data-view={shared.view} data-wide={wide} onFocus={onFocus}>
        <div className="work-form" ref={shared.bench.place}>
          <SectionTabs />
          <div className="work-switch">
            <ViewSwitch />
          </div>
          {children}
        </div>
        {isShown && pane}
      </div>
    </BenchContext>
  )
}

function SectionTabs() {
  const siblings = use(SiblingsContext)
  const [here] = useLocation()
  if (!siblings) return null
  return (
    <>
      <p className="work-crumb">{siblings.label}</p>
      <nav aria-label={`Screens of ${siblings.label}`} className="work-tabs">
        {siblings.children.map(({ label, path }) => (
          <Link key={path} href={path} aria-current={path === here ? "page" : undefined}>
            {label}
          </Link>
        ))}
      </nav>
    </>
  )
}
