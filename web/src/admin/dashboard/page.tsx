import { PageHead } from "@/ui/page-head"
import { ViewSite } from "../document/view-site"
import { Checklist } from "./checklist"
import { ContentTiles } from "./content-tiles"
import { JobTile } from "./job-tile"
import { LatestMessages } from "./latest-messages"
import { LinkTile } from "./link-tile"
import { MessageTile } from "./message-tile"
import { PortfolioTile } from "./portfolio-tile"
import { SubscriberTile } from "./subscriber-tile"
import { ToLookAt } from "./to-look-at"

export default function DashboardPage() {
  return (
    <>
      <PageHead title="Dashboard" text="What visitors sent you, and what they see.">
        <ViewSite path="/" />
      </PageHead>
      <Checklist />
      <div className="dash">
        <MessageTile />
        <SubscriberTile />
        <JobTile />
        <PortfolioTile />
        <LinkTile />
        <LatestMessages />
        <ToLookAt />
      </div>
      <h2 className="display mt-9 mb-3.5 text-subtitle">Content</h2>
      <ContentTiles />
    </>
  )
}
