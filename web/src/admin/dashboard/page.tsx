import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useToday } from "@/lib/today"
import { PageHead } from "@/ui/page-head"
import { ViewSite } from "../document/view-site"
import { Checklist } from "./checklist"
import { ContentTiles } from "./content-tiles"
import { JobTile } from "./job-tile"
import { JobViewsTile } from "./job-views-tile"
import { LatestMessages } from "./latest-messages"
import { LinkTile } from "./link-tile"
import { MessageTile } from "./message-tile"
import { MostTile } from "./most-tile"
import { PortfolioTile } from "./portfolio-tile"
import { SubscriberTile } from "./subscriber-tile"
import { ToLookAt } from "./to-look-at"
import { hostName, type Period, pageName, visitReport } from "./visit-report"
import { VisitTile } from "./visit-tile"

export default function DashboardPage() {
  const [period, setPeriod] = useState<Period>("30")
  const visits = useQuery(visitReport(period, useToday()))
  return (
    <>
      <PageHead title="Dashboard" text="What visitors sent you, and what they see.">
        <ViewSite path="/" />
      </PageHead>
      <Checklist />
      <div className="dash">
        <VisitTile query={visits} period={period} choose={setPeriod} />
        <ToLookAt />
        <MostTile
          title="Pages"
          empty="No page has been shown in this time."
          query={visits}
          rows={({ pages }) => pages.map((page) => ({ name: pageName(page), visits: page.visits }))}
        />
        <MostTile
          title="Where from"
          empty="Nobody has come in this time."
          query={visits}
          rows={({ from }) => from.map((one) => ({ name: hostName(one), visits: one.visits }))}
        />
        <JobViewsTile query={visits} />
        <MessageTile />
        <SubscriberTile visits={visits.data} />
        <JobTile />
        <PortfolioTile />
        <LinkTile />
        <LatestMessages />
      </div>
      <h2 className="display mt-9 mb-3.5 text-subtitle">Content</h2>
      <ContentTiles />
      <p className="mt-6 text-ink-2 text-label">
        Visits are counted without cookies. Nobody is recognised from one day to the next.
      </p>
    </>
  )
}
