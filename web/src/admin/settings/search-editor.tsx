import { type ReactNode, useState } from "react"
import { useWatch } from "react-hook-form"
import type { PageHead, Site } from "@/lib/documents.gen"
import { useParam } from "@/lib/location"
import { DocumentForm } from "../document/document-form"
import { labelled } from "../document/labels"
import { useDocumentForm } from "../document/use-document-form"
import { type Entry, useUsual } from "./entries"
import { HeadList, type Row } from "./head-list"
import { HeadPreview } from "./head-preview"
import { type Heads, headRules, heads, headsOf, isOwn, keyOf, pathOf, saveHeads } from "./heads"
import { PageFields } from "./page-fields"
import { isUnlisted, SiteFields, siteHead } from "./site-fields"

/** Stands for the path where the head of the whole site is chosen. */
const SITE = "site"

const SAID = {
  done: "The search appearance has been updated.",
  failed: "Failed to update the search appearance",
  says: "server",
} as const

type Props = { site: Site; entries: Entry[]; doc: PageHead }

/** The head of the site and those of its pages: one is shown, all keep what was typed. */
export function SearchEditor({ site, entries, doc }: Props) {
  const [chosen, setChosen] = useParam("page", SITE)
  const [paths] = useState(() => entries.map(({ path }) => path))
  const ofSite = useDocumentForm(siteHead, { ...SAID, doc: site })
  const ofPages = useDocumentForm(heads, {
    ...SAID,
    doc,
    values: (stored) => headsOf(stored, paths),
    save: saveHeads,
    // What is wrong may be on a page that is not shown.
    onInvalid: () => {
      const [wrong] = headRules.safeParse(ofPages.form.getValues()).error?.issues ?? []
      if (wrong) setChosen(pathOf(String(wrong.path[0])))
    },
  })
  for (const { path, name } of entries) labelled(ofPages.form, keyOf(path), name)
  const siteTyped = useWatch({ control: ofSite.form.control }) as Site
  const typed = useWatch({ control: ofPages.form.control }) as Heads
  const { usual } = useUsual(site)
  const all = [...entries, ...goneOf(typed, entries, site, usual)]
  const entry = all.find(({ path }) => path === chosen)
  const head = entry && typed[keyOf(entry.path)]
  return (
    <div className="heads">
      <HeadList
        chosen={entry?.path ?? SITE}
        onChoose={setChosen}
        rows={[siteRow(siteTyped), ...all.map((one) => rowOf(one, typed))]}
      />
      <div className="min-w-0">
        <Shown when={!entry} title="Whole site">
          <DocumentForm label="Whole site" editing={ofSite}>
            <SiteFields form={ofSite.form} usual={usual} />
          </DocumentForm>
        </Shown>
        <Shown when={!!entry} title={entry?.name ?? ""}>
          <DocumentForm label="Pages" editing={ofPages}>
            {entry && <PageFields key={entry.path} form={ofPages.form} entry={entry} site={site} />}
          </DocumentForm>
        </Shown>
      </div>
      <HeadPreview
        site={site.name}
        path={entry?.path ?? "/"}
        title={entry ? head?.title || entry.title : siteTyped.head_title || usual.title}
        description={
          entry
            ? head?.description || entry.description
            : siteTyped.head_description || usual.description
        }
        image={head?.image_url || siteTyped.head_image_url}
        isHidden={head?.noindex || isUnlisted(siteTyped)}
      />
    </div>
  )
}

/** Both forms stay, so that choosing another page loses nothing. */
function Shown({ when, title, children }: { when: boolean; title: string; children: ReactNode }) {
  return (
    <section aria-label={title} hidden={!when} data-state={when ? "active" : "inactive"}>
      <h2 className="display mb-5 text-[24px] wrap-anywhere">{title}</h2>
      {children}
    </section>
  )
}

const siteRow = (site: Site): Row => ({
  path: SITE,
  name: "Whole site",
  below: "Where a page has none",
  group: "",
  mark: isUnlisted(site)
    ? "not listed"
    : Object.keys(siteHead.empty).some((key) => site[key as keyof Site] !== "")
      ? "own"
      : undefined,
})

function rowOf({ path, name, kind }: Entry, typed: Heads): Row {
  const head = typed[keyOf(path)]
  const mark =
    kind === "No longer there"
      ? "no page"
      : head?.noindex
        ? "not listed"
        : head && isOwn(head)
          ? "own"
          : undefined
  return { path, name, below: path, group: kind, mark }
}

/** Heads of addresses that have no page any more. */
function goneOf(
  typed: Heads,
  entries: Entry[],
  site: Site,
  usual: { title: string; description: string },
): Entry[] {
  const known = new Set(entries.map(({ path }) => path))
  const others = Object.keys(typed)
    .map(pathOf)
    .filter((path) => !known.has(path))
  return others.map((path) => ({
    path,
    name: path,
    kind: "No longer there",
    title: site.head_title || usual.title,
    description: site.head_description || usual.description,
  }))
}
