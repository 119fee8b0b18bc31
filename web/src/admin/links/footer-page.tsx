import { useQuery } from "@tanstack/react-query"
import { FolderPlus, Plus } from "lucide-react"
import { lazy, Suspense, useState } from "react"
import { allOf } from "@/lib/document"
import { footerLink } from "@/lib/documents.gen"
import { useOpener, useParam } from "@/lib/location"
import { Button } from "@/ui/button"
import { PageHead } from "@/ui/page-head"
import { Tabs } from "@/ui/tabs"
import { ListFoot } from "../activity-feed/list-foot"
import { LostDrafts } from "../document/lost-drafts"
import { useAsked } from "../document/use-asked"
import { useEdited } from "../document/use-edited"
import { useLost } from "../document/use-lost"
import { ViewSite } from "../document/view-site"
import { ShownRows } from "../preview/shown-rows"
import { Workbench } from "../preview/workbench"
import { bySection, footer } from "./api"
import { FooterGeneral } from "./footer-general"
import { FooterLinks } from "./footer-links"

const LinkDialog = lazy(() => import("./link-dialog"))

const entryOf = (what: string) => (what === "section" ? "section" : "link")

export default function FooterPage() {
  const query = useQuery(allOf(footerLink))
  const [tab, setTab] = useParam("tab", "general")
  const [edited, setEdited] = useState<number | "link" | "section">()
  useOpener(
    (what) => setEdited(entryOf(what)),
    (what) => edited !== undefined && edited !== entryOf(what),
  )
  useAsked(query.data, setEdited)
  const links = query.data ?? []
  const { lost, discard } = useLost(footerLink.name, query.data, edited)
  const link = useEdited(query.data, edited, lost)
  const open = (what: number | "link" | "section") => {
    setTab("links")
    setEdited(what)
  }
  return (
    <Workbench path="/" name="Every page" about={["footer", "footer_link"]}>
      <PageHead
        title="Footer"
        text="Company details and the link columns at the bottom of every page."
      >
        <ViewSite path="/" />
        <Button onClick={() => open("section")}>
          <FolderPlus aria-hidden="true" /> New Section
        </Button>
        <Button
          look={tab === "links" ? "primary" : "secondary"}
          data-add
          onClick={() => open("link")}
        >
          <Plus aria-hidden="true" /> Add Link
        </Button>
      </PageHead>
      <ShownRows declared={footer} rows={query.data} onOpen={open} />
      <LostDrafts
        lost={lost}
        nameOf={({ name }) => name}
        onOpen={({ id }) => open(id)}
        discard={discard}
      />
      <Tabs
        label="Parts of the footer"
        value={tab === "links" ? "links" : "general"}
        onChange={setTab}
        tabs={[
          { value: "general", label: "General Information", content: <FooterGeneral /> },
          {
            value: "links",
            label: "Footer Links",
            content: (
              <>
                <FooterLinks query={query} onEdit={(one) => setEdited(one.id)} />
                <ListFoot label="Footer links" table={footer.table} documents={[footer.name]} />
              </>
            ),
          },
        ]}
      />
      {edited !== undefined && (
        <Suspense>
          <LinkDialog
            key={edited}
            of={footer}
            links={links}
            edited={link}
            sections={bySection(links).map(([section]) => section)}
            isNewSection={edited === "section"}
            onClose={() => setEdited(undefined)}
          />
        </Suspense>
      )}
    </Workbench>
  )
}
