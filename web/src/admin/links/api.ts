import { type Declared, saveOf } from "@/lib/document"
import {
  type FooterLink,
  type FooterLinkValues,
  footerLink,
  type NavigationLink,
  navigationLink,
} from "@/lib/documents.gen"
import { useDeletion } from "../document/use-deletion"
import { useReorder } from "../document/use-reorder"
import { useSwitch } from "../document/use-switch"

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

export const useShowLink = (links: Links) =>
  useSwitch(links, "is_visible", {
    done: `${links.label} updated successfully`,
    failed: `Failed to update ${links.label.toLowerCase()}`,
    says: "server",
  })

export const useDeleteLink = (links: Links) =>
  useDeletion(links as never, {
    done: `${links.label} deleted successfully`,
    failed: `Failed to delete ${links.label.toLowerCase()}`,
    says: "server",
  })

/** Puts all links of the menu, or of one footer section, in an order. */
export const useReorderLinks = (links: Links) =>
  useReorder(links, {
    column: "order",
    first: 1,
    compare: inPlace,
    done: `${links.label}s reordered successfully`,
    failed: `Failed to reorder ${links.label.toLowerCase()}s`,
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
