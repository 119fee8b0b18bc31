import { queryOptions } from "@tanstack/react-query"
import { allRows } from "@/lib/all-rows"
import { discardDrafts } from "@/lib/draft"
import { useFlip, useSave } from "@/lib/query"
import type { FooterLinksRow, NavigationLinksRow } from "@/lib/schema.gen"
import { call, supabase } from "@/lib/supabase"
import { useUser } from "../session/session"

export type NavigationLink = NavigationLinksRow
export type FooterLink = FooterLinksRow
export type Table = "navigation_links" | "footer_links"
export type AnyLink = NavigationLink | FooterLink

export const navigationLinks = queryOptions({
  queryKey: ["navigation_links"],
  queryFn: (): Promise<NavigationLink[]> =>
    allRows((from, to) =>
      supabase
        .from("navigation_links")
        .select("*")
        .order("order")
        .order("id")
        .range(from, to)
        .throwOnError(),
    ),
})

export const footerLinks = queryOptions({
  queryKey: ["footer_links"],
  queryFn: (): Promise<FooterLink[]> =>
    allRows((from, to) =>
      supabase
        .from("footer_links")
        .select("*")
        .order("section")
        .order("order")
        .order("id")
        .range(from, to)
        .throwOnError(),
    ),
})

/** How the toasts call a link of this table. */
export const kindOf = (table: Table) =>
  table === "navigation_links" ? ("Navigation link" as const) : ("Footer link" as const)

/** Whether an address is one of the web, and not a path of this site. */
export const isAway = (path: string) => /^https?:/i.test(path.trim())

export type LinkValues = {
  name: string
  path: string
  external: boolean
  open_in_new_window: boolean
  is_visible: boolean
  section: string
}

/** Adds a link after its siblings, or changes one that is still as it was loaded. */
export async function saveLink(
  table: Table,
  { section, ...typed }: LinkValues,
  base: AnyLink | null,
  siblings: AnyLink[],
): Promise<AnyLink> {
  const values = { ...typed, external: typed.external || isAway(typed.path) }
  const row = table === "footer_links" ? { ...values, section } : values
  const write = base
    ? supabase
        .from(table)
        .update({ ...row, ...newPlace(section, base, siblings) })
        .eq("id", base.id)
        .eq("version", base.version)
    : supabase.from(table).insert({ ...row, ...newPlace(section, base, siblings) } as never)
  const { data } = await write.select().single().throwOnError()
  return data as AnyLink
}

/** A new link comes last, and one that changes its footer section comes last there. */
export function newPlace(section: string, base: AnyLink | null, siblings: AnyLink[]) {
  if (base && sectionOf(base, section) === section) return {}
  const orders = siblings
    .filter((one) => sectionOf(one, section) === section)
    .map((one) => one.order)
  return { order: Math.max(orders.length, ...orders) + 1 }
}

type Shown = Pick<AnyLink, "id" | "is_visible">

export const useShowLink = (table: Table) =>
  useFlip({
    queryKey: [table],
    apply: (list: AnyLink[], { id, is_visible }: Shown) =>
      list.map((one) => (one.id === id ? { ...one, is_visible, version: one.version + 1 } : one)),
    save: async ({ id, is_visible }: Shown) => {
      await supabase
        .from(table)
        .update({ is_visible })
        .eq("id", id)
        .select("id")
        .single()
        .throwOnError()
    },
    refreshes: [[table]],
    done: `${kindOf(table)} updated successfully`,
    failed: `Failed to update ${kindOf(table).toLowerCase()}`,
    says: "server",
  })

/** What the unsaved text of a link is kept under. */
export const draftOf = (table: Table, id: number | "new" | "section") => `${table} ${id}`

export function useDeleteLink(table: Table) {
  const { id: owner } = useUser()
  return useSave({
    save: async ({ id, version }: Pick<AnyLink, "id" | "version">) => {
      await supabase
        .from(table)
        .delete()
        .eq("id", id)
        .eq("version", version)
        .select("id")
        .single()
        .throwOnError()
      await discardDrafts(owner, draftOf(table, id))
    },
    refreshes: [[table]],
    done: `${kindOf(table)} deleted successfully`,
    failed: `Failed to delete ${kindOf(table).toLowerCase()}`,
    says: "server",
  })
}

type Order = { ids: number[]; section?: string }

// The server writes only links whose place changes.
const moved = (link: AnyLink, ids: number[]): AnyLink => {
  const order = ids.indexOf(link.id) + 1
  return order === link.order ? link : { ...link, order, version: link.version + 1 }
}

/** Puts all links of the menu, or of one footer section, in the given order. */
export const useReorder = (table: Table) =>
  useFlip({
    queryKey: [table],
    apply: (list: AnyLink[], { ids }: Order) =>
      list.map((one) => (ids.includes(one.id) ? moved(one, ids) : one)).sort(inPlace),
    save: ({ ids, section }: Order) =>
      table === "navigation_links"
        ? call("reorder_navigation_links", { ids })
        : call("reorder_footer_links", { section, ids }),
    refreshes: [[table]],
    done: `${kindOf(table)}s reordered successfully`,
    failed: `Failed to reorder ${kindOf(table).toLowerCase()}s`,
    says: "server",
  })

const sectionOf = (link: AnyLink, otherwise = "") => ("section" in link ? link.section : otherwise)

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
