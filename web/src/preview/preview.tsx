import { useEffect, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from "react"
import { CARD, LOOK, type Showing } from "@/lib/preview"
import type { PageData } from "@/site/data"
import { Site } from "@/site/site"
import { Card, LookCard } from "./card"
import { fitHeader } from "./header"
import { label } from "./label"
import { answer, type Source } from "./listen"
import { marked } from "./marks"
import { outline } from "./outline"
import { drawingOf, overlaid } from "./overlay"
import { type Saved, savedPage } from "./saved"
import { wear } from "./wear"

/** Longer than from one key to the next, in ms. */
const REST = 200

/** A page of the site as it would be if what is being edited were saved. */
export function Preview({ source }: { source: Source }) {
  const showing = useSyncExternalStore(source.subscribe, source.now)
  const isCard = [CARD, LOOK].includes(showing.path)
  const saved = useSaved(isCard ? "/" : showing.path, showing.stamp)
  const data = useMemo(() => saved && overlaid(saved.data, showing), [saved, showing])
  useLayoutEffect(() => {
    if (saved && data) wear(data.site, showing.identity?.theme ?? saved.css, showing.theme)
  })
  const told = useRef<string>(undefined)
  useEffect(() => {
    if (!data) return
    // Whoever waits for a page is told at once.
    if (told.current !== data.path) {
      told.current = data.path
      return void tell(showing.path)
    }
    // A page that is measured is laid out at once: with each key that would be once too often.
    const timer = setTimeout(() => void tell(showing.path), REST)
    return () => clearTimeout(timer)
  })
  const links = data?.navigation_links
  // biome-ignore lint/correctness/useExhaustiveDependencies: other links take other room
  useEffect(() => fitHeader(), [links])
  if (!data) return null
  if (showing.path === CARD) return <Card data={data} showing={showing} />
  if (showing.path === LOOK) return <LookCard data={data} showing={showing} />
  const key = `${data.path} ${drawingOf(data)}`
  if (!showing.marks) return <Page key={key} data={data} />
  return <MarkedPage pageKey={key} data={data} showing={showing} />
}

const Page = ({ data }: { data: PageData }) => <Site data={data} />

type MarkedProps = { pageKey: string; data: PageData; showing: Showing }

/** The page with each text leading to its field. */
function MarkedPage({ pageKey, data, showing }: MarkedProps) {
  const page = useMemo(() => marked(data), [data])
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute("data-marks", true)
    label(document.getElementById("root") as HTMLElement, page)
    outline(showing)
  })
  return <Page key={pageKey} data={page.data} />
}

function useSaved(path: string, stamp = ""): Saved | undefined {
  const [saved, setSaved] = useState<Saved>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another stamp is another page
  useEffect(() => {
    let isOver = false
    savedPage(path).then(
      (page) => isOver || setSaved(page),
      () => isOver || answer({ from: "preview", says: "failed", path }),
    )
    return () => {
      isOver = true
    }
  }, [path, stamp])
  // The last page stays until the next is there.
  return saved
}

async function tell(path: string) {
  // Faces of another width would be measured too early.
  await document.fonts.ready
  const { scrollWidth, clientWidth } = document.documentElement
  const headline = document.querySelector("h1")
  const fits =
    scrollWidth <= clientWidth && (!headline || headline.scrollWidth <= headline.clientWidth)
  answer({ from: "preview", says: "shown", path, fits })
}
