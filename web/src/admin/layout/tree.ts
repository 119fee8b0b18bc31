import {
  Activity,
  BookUser,
  CircleUser,
  FileText,
  Image,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  Send,
  Settings,
  SquarePen,
  Trash2,
  UserRoundSearch,
  Users,
} from "lucide-react"
import type { User } from "../session/session"

type Role = User["role"]

type Row = {
  label: string
  icon?: LucideIcon
  /** The first of a group. */
  isApart?: boolean
}
/** A page; only is the role that it is for, if not for all. */
export type Leaf = Row & { path: string; only?: Role }
export type Branch = Row & { path?: string; children: Node[] }
export type Node = Leaf | Branch

/** Screens that need the whole window; their own head leads back. */
export const isBare = (path: string) => /^\/admin\/(settings\/identity|setup)\/?$/.test(path)

/** Screens with the page that they change beside them. */
const WORKBENCH =
  /^\/admin\/(homepage|hero|process|portfolio|about|about-text|process-text|team|contact|contact-page|careers|navigation|footer|settings\/words|letters\/write)\/?$/
export const isWorkbench = (path: string) => WORKBENCH.test(path)

/** The screen with a list, what is read and who wrote it beside each other. */
export const isDesk = (path: string) => /^\/admin\/messages\/?$/.test(path)

/** One's own account stands below the tree, beside the address. */
export const account = { label: "Your account", path: "/admin/account", icon: CircleUser }

/** Opened by itself on a fresh site, and from Settings. */
const setup = { label: "Set-up", path: "/admin/setup" }

/** Opened from the list of letters. */
const composer = { label: "Write a letter", path: "/admin/letters/write" }

/** The branch of what visitors see; on phones a page of its own. */
export const CONTENT = "Update Content"
export const contentPage = { label: CONTENT, path: "/admin/content" }

const tree: Node[] = [
  { label: "Dashboard", path: "/admin", icon: LayoutDashboard },
  { label: "Messages", path: "/admin/messages", icon: Inbox },
  { label: "Applicants", path: "/admin/applicants", icon: UserRoundSearch },
  { label: "Letters", path: "/admin/letters", icon: Send },
  { label: "Subscribers", path: "/admin/subscribers", icon: Mail },
  { label: "People", path: "/admin/people", icon: BookUser },
  {
    label: CONTENT,
    icon: SquarePen,
    isApart: true,
    children: [
      {
        label: "Homepage",
        path: "/admin/homepage",
        children: [
          { label: "Hero", path: "/admin/hero" },
          { label: "Process", path: "/admin/process" },
          { label: "Portfolio", path: "/admin/portfolio" },
        ],
      },
      {
        label: "About Us",
        children: [
          { label: "About", path: "/admin/about" },
          { label: "About text", path: "/admin/about-text" },
          { label: "Process text", path: "/admin/process-text" },
          { label: "Team", path: "/admin/team" },
        ],
      },
      { label: "Careers", path: "/admin/careers" },
      {
        label: "Contact",
        children: [
          { label: "Contact information", path: "/admin/contact" },
          { label: "Contact page", path: "/admin/contact-page" },
        ],
      },
      { label: "Navigation", path: "/admin/navigation" },
      { label: "Footer", path: "/admin/footer" },
    ],
  },
  { label: "Pages", path: "/admin/pages", icon: FileText },
  {
    label: "Settings",
    icon: Settings,
    children: [
      { label: "Identity", path: "/admin/settings/identity" },
      { label: "Words", path: "/admin/settings/words" },
      { label: "Search appearance", path: "/admin/settings/search" },
      { label: "Redirects", path: "/admin/settings/redirects" },
      { label: "Mail", path: "/admin/settings/mail" },
      { label: "Newsletter", path: "/admin/settings/newsletter" },
    ],
  },
  { label: "Media", path: "/admin/media", icon: Image, isApart: true },
  { label: "Activity", path: "/admin/activity", icon: Activity },
  { label: "Trash", path: "/admin/trash", icon: Trash2 },
  { label: "Users", path: "/admin/users", icon: Users, only: "admin" },
]

/** The sidebar of a person. */
export const treeFor = (role: Role) =>
  tree.filter((node) => isBranch(node) || !node.only || node.only === role)

export const isBranch = (node: Node): node is Branch => "children" in node

/** The page of the tree that stands for a page. */
export const homeOf = (path: string) => path.replace(/^(\/admin\/letters)\/write\/?$/, "$1")

/** Whether the page is this node or below it. */
export const holds = (node: Node, path: string): boolean =>
  node.path === homeOf(path) ||
  (isBranch(node) && node.children.some((child) => holds(child, path)))

/** The first page of a branch, or the page itself. */
export const firstOf = (node: Node): string =>
  node.path ?? (isBranch(node) ? node.children.map(firstOf).find(Boolean) : undefined) ?? "/admin"

/** The innermost branch that holds a page, where all it has are pages. */
export function branchOf(path: string): { label: string; children: Leaf[] } | undefined {
  const branches = (nodes: Node[]): Branch[] =>
    nodes.filter(isBranch).flatMap((node) => [node, ...branches(node.children)])
  return branches(tree).find(
    ({ children }) =>
      children.every((child) => !isBranch(child)) && children.some((child) => child.path === path),
  ) as { label: string; children: Leaf[] } | undefined
}

const content = tree.find(({ label }) => label === CONTENT) as Branch

/** The page of content: pages that belong together, then those that stand alone. */
export const contentGroups = [
  ...content.children.filter(isBranch),
  {
    label: "Everything else",
    children: [...content.children, ...tree.filter(({ path }) => path === "/admin/pages")].filter(
      (node) => !isBranch(node),
    ),
  },
] as { label: string; children: Leaf[] }[]

/** Whether a page changes what visitors see, and is left for the page of content. */
export const isContent = (path: string) =>
  holds(content, path) || path === "/admin/pages" || path === contentPage.path

/** Where a phone leads back to from a page. */
export function aboveOf(path: string): { label: string; path: string } | undefined {
  if (isContent(path)) return path === contentPage.path ? undefined : contentPage
  const home = homeOf(path)
  return home === path ? undefined : { label: "Letters", path: home }
}

/** What the bar of a phone has no room for. */
export const restFor = (role: Role) =>
  treeFor(role).filter((node) => !IN_BAR.includes(node.path ?? "") && node !== content)

const IN_BAR = ["/admin", "/admin/messages", "/admin/letters", "/admin/pages"]

type Named = { path: string; names: string[] }

/** Every page with the names that lead to it, for the command palette. */
export const pagesFor = (role: Role): Named[] =>
  listed([...treeFor(role), contentPage, account, setup, composer], [])

function listed(nodes: Node[], above: string[]): Named[] {
  return nodes.flatMap((node) => {
    const names = [...above, node.label]
    const own = node.path ? [{ path: node.path, names }] : []
    return isBranch(node) ? [...own, ...listed(node.children, names)] : own
  })
}
