import { Inbox, LayoutDashboard, type LucideIcon, Mail, SquarePen } from "lucide-react"

export type Leaf = { label: string; path: string; icon?: LucideIcon }
export type Branch = { label: string; path?: string; icon?: LucideIcon; children: Node[] }
export type Node = Leaf | Branch

/** The sidebar. */
export const tree: Node[] = [
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
  { label: "Messages", path: "/admin/messages", icon: Inbox },
  { label: "Subscribers", path: "/admin/subscribers", icon: Mail },
]

export const isBranch = (node: Node): node is Branch => "children" in node

/** Whether the page is this node or below it. */
export const holds = (node: Node, path: string): boolean =>
  node.path === path || (isBranch(node) && node.children.some((child) => holds(child, path)))

/** Every page with the names that lead to it, for the command palette. */
export function pages(nodes = tree, above: string[] = []): { path: string; names: string[] }[] {
  return nodes.flatMap((node) => {
    const names = [...above, node.label]
    const own = node.path ? [{ path: node.path, names }] : []
    return isBranch(node) ? [...own, ...pages(node.children, names)] : own
  })
}
