import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from "react"
import { CARD, LOOK } from "@/lib/preview"
import type { PageData } from "@/site/data"
import { Document } from "@/site/site"
import { Card, LookCard } from "./card"
import { answer, type Source } from "./listen"
import { drawingOf, overlaid } from "./overlay"
import { savedPage } from "./saved"
import { wear } from "./wear"

/** A page of the site as it would be if what is being edited were saved. */
export function Preview({ source }: { source: Source }) {
  const showing = useSyncExternalStore(source.subscribe, source.now)
  const saved = useSaved([CARD, LOOK].includes(showing.path) ? "/" : showing.path)
  const data = saved && overlaid(saved, showing)
  useLayoutEffect(() => {
    if (data) wear(data.site, showing.identity?.theme, showing.theme)
  })
  useEffect(() => {
    if (data) void tell(showing.path)
  })
  if (!data) return null
  if (showing.path === CARD) return <Card data={data} showing={showing} />
  if (showing.path === LOOK) return <LookCard data={data} showing={showing} />
  return (
    <Document
      key={`${data.path} ${drawingOf(data)}`}
      data={data}
      view={{ path: data.path, page: data }}
    />
  )
}

function useSaved(path: string): PageData | undefined {
  const [saved, setSaved] = useState<{ path: string; data: PageData }>()
  useEffect(() => {
    let isOver = false
    savedPage(path).then(
      (data) => isOver || setSaved({ path, data }),
      () => isOver || answer({ from: "preview", says: "failed", path }),
    )
    return () => {
      isOver = true
    }
  }, [path])
  // The last page stays until the next is there.
  return saved?.data
}

async function tell(path: string) {
  // Faces of another width would be measured too early.
  await document.fonts.ready
  const { scrollHeight: height, scrollWidth, clientWidth } = document.documentElement
  const headline = document.querySelector("h1")
  const fits =
    scrollWidth <= clientWidth && (!headline || headline.scrollWidth <= headline.clientWidth)
  answer({ from: "preview", says: "shown", path, height, fits })
}
