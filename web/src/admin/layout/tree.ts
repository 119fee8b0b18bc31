import {
  Activity,
  CircleUser,
  FileText,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  Settings,
  SquarePen,
  Trash2,
  Users,
} from "lucide-react"
import type { User } from "../session/session"

type Role = User["role"]

/** A page; only is the role that it is for, if not for all. */
export type Leaf = { label: string; path: string; icon?: LucideIcon; only?: Role }
export type Branch = { label: string; path?: string; icon?: LucideIcon; children: Node[] }
export type Node = Leaf | Branch

/** Screens that need the whole window; their own head leads back. */
export const isBare = (path: string) => /^\/admin\/(settings\/identity|setup)\/?$/.test(path)

/** One's own account stands below the tree, beside the address. */
export const account = { label: "Your account", path: "/admin/account", icon: CircleUser }

/** Opened by itself on a fresh site, and from Settings. */
const setup = { label: "Set-up", path: "/admin/setup" }

const tree: Node[] = [
  { label: "Dashboard", path: "/admin", icon: LayoutDashboard },
  {
    label: "Update Content",
    icon: SquarePen,
    children: [
      { label: "Navigation", path: "/admin/navigation" },
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
      {
        label: "Contact",
        children: [
          { label: "Contact information", path: "/admin/contact" },
          { label: "Contact page", path: "/admin/contact-page" },
        ],
      },
      { label: "Careers", path: "/admin/careers" },
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
    ],
  },
  { label: "Messages", path: "/admin/messages", icon: Inbox },
  { label: "Subscribers", path: "/admin/subscribers", icon: Mail },
  { label: "Activity", path: "/admin/activity", icon: Activity },
  { label: "Trash", path: "/admin/trash", icon: Trash2 },
  { label: "Users", path: "/admin/users", icon: Users, only: "admin" },
]

/** The sidebar of a person. */
export const treeFor = (role: Role) =>
  tree.filter((node) => isBranch(node) || !node.only || node.only === role)

export const isBranch = (node: Node): node is Branch => "children" in node

/** Whether the page is this node or below it. */
export const holds = (node: Node, path: string): boolean =>
  node.path === path || (isBranch(node) && node.children.some((child) => holds(child, path)))

type Named = { path: string; names: string[] }

/** Every page with the names that lead to it, for the command palette. */
export const pagesFor = (role: Role): Named[] => listed([...treeFor(role), account, setup], [])

function listed(nodes: Node[], above: string[]): Named[] {
  return nodes.flatMap((node) => {
    const names = [...above, node.label]
    const own = node.path ? [{ path: node.path, names }] : []
    return isBranch(node) ? [...own, ...listed(node.children, names)] : own
  })
}
