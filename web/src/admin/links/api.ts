import { type Declared, saveOf } from "@/lib/document"
import {
  type FooterLink,
  type FooterLinkValues,
  footerLink,
  type NavigationLink,
  navigationLink,
} from "@/lib/documents.gen"
import { useFlip } from "@/lib/query"
import { call, supabase } from "@/lib/supabase"
import { useDeletion } from "../document/use-deletion"

export type AnyLink = NavigationLink | FooterLink
export type LinkValues = FooterLinkValues
export type Links = Declared<AnyLink, LinkValues>

/** The links of the menu and those of the footer share their screens; those of the menu have no section. */
export const menu = navigationLink as unknown as Links
export const footer = footerLink as unknown as Links

/** Whether an address is one of the web, and not a path of this site. */
export const isAway = (path: string) => /^https?:/i.test(path.trim())

/** Saves a link; an address of the web is external whatever the box says. */
export const saveLink = (links: Links, typed: LinkValues, base: AnyLink | null) =>
  saveOf(links, { ...typed, external: typed.external || isAway(typed.path) }, base)

type Shown = Pick<AnyLink, "id" | "is_visible">

export const useShowLink = ({ table, label }: Links) =>
  useFlip({
    queryKey: [table],
    apply: (list: AnyLink[], { id, is_visible }: Shown) =>
      list.map((one) => (one.id === id ? { ...one, is_visible, version: one.version + 1 } : one)),
    save: async ({ id, is_visible }: Shown) => {
      await supabase
        .from(table as "footer_links")
        .update({ is_visible })
        .eq("id", id)
        .select("id")
        .single()
        .throwOnError()
    },
    refreshes: [[table]],
    done: `${label} updated successfully`,
    failed: `Failed to update ${label.toLowerCase()}`,
    says: "server",
  })

export const useDeleteLink = (links: Links) =>
  useDeletion(links as never, {
    done: `${links.label} deleted successfully`,
    failed: `Failed to delete ${links.label.toLowerCase()}`,
    says: "server",
  })

type Order = { ids: number[]; section?: string }

// The server writes only links whose place changes.
const moved = (link: AnyLink, ids: number[]): AnyLink => {
  const order = ids.indexOf(link.id) + 1
  return order === link.order ? link : { ...link, order, version: link.version + 1 }
}

/** Puts all links of the menu, or of one footer section, in the given order. */
export const useReorder = ({ table, label, reorder }: Links) =>
  useFlip({
    queryKey: [table],
    apply: (list: AnyLink[], { ids }: Order) =>
      list.map((one) => (ids.includes(one.id) ? moved(one, ids) : one)).sort(inPlace),
    save: (order: Order) => call(reorder as "reorder_footer_links", order as never),
    refreshes: [[table]],
    done: `${label}s reordered successfully`,
    failed: `Failed to reorder ${label.toLowerCase()}s`,
    says: "server",
  })

const sectionOf = (link: AnyLink) => ("section" in link ? link.section : "")

const inPlace = (a: AnyLink, b: AnyLink) =>
  (sectionOf(a) < sectionOf(b) ? -1 : sectionOf(a) > sectionOf(b) ? 1 : 0) ||
  a.order - b.order ||
  a.id - b.id

/** The links of each section, sections in the order of the list. */
export function bySection(links: FooterLink[]): [section: string, links: FooterLink[]][] {
  const sections = new Map<string, FooterLink[]>()
  for (const link of links)
    sections.set(link.section, [...(sections.get(link.section) ?? []), link])
  return [...sections]
}
