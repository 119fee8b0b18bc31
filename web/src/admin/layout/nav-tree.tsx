import { useQuery } from "@tanstack/react-query"
import { ChevronDown, ChevronRight } from "lucide-react"
import { type ReactNode, useEffect, useRef, useState } from "react"
import { Link, useLocation } from "wouter"
import { number } from "@/lib/format"
import { useUser } from "../session/session"
import { applicationsNew, messagesNew, subscribersInAll } from "./counts"
import {
  type Branch,
  firstOf,
  holds,
  homeOf,
  isBranch,
  type Leaf,
  type Node,
  treeFor,
} from "./tree"

const KEY = "vitrine-admin-closed"
// What is seldom needed leaves the room to the rest until someone opens it.
const CLOSED = ["Settings"]

function readClosed(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null")
    return Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : CLOSED
  } catch {
    return CLOSED
  }
}

type Props = { nodes?: Node[]; onGo?: () => void }

/** The pages of the back-office, or some of them. Which branches are closed is remembered. */
export function NavTree({ nodes, onGo }: Props) {
  const { role } = useUser()
  const [closed, setClosed] = useState(readClosed)
  const toggle = (label: string, close: boolean) => {
    const next = closed.filter((one) => one !== label).concat(close ? label : [])
    setClosed(next)
    localStorage.setItem(KEY, JSON.stringify(next))
  }
  return (
    <nav aria-label="Admin pages" className="nav-tree">
      <ul>
        {(nodes ?? treeFor(role)).map((node) => (
          <Item key={node.label} node={node} closed={closed} toggle={toggle} onGo={onGo} />
        ))}
      </ul>
    </nav>
  )
}

type ItemProps = {
  node: Node
  closed: string[]
  toggle: (label: string, close: boolean) => void
  onGo?: () => void
}

function Item({ node, ...rest }: ItemProps) {
  return (
    <li data-apart={node.isApart}>
      {!isBranch(node) ? (
        <Page node={node} {...rest} />
      ) : node.icon ? (
        <Fold node={node} {...rest} />
      ) : (
        <Group node={node} {...rest} />
      )}
    </li>
  )
}

/** Pages that are tabs of one another: a row that leads to the first, and shows the others while one of them is open. */
function Group({ node, ...rest }: ItemProps & { node: Branch }) {
  const [path] = useLocation()
  const isOpen = holds(node, path)
  const Chevron = isOpen ? ChevronDown : ChevronRight
  return (
    <>
      <Page node={{ ...node, path: firstOf(node) }} isHeld={node.path !== path} onGo={rest.onGo}>
        <Chevron className="nav-chevron" aria-hidden="true" />
      </Page>
      {isOpen && <Rows nodes={node.children} {...rest} />}
    </>
  )
}

const Rows = ({ nodes, ...rest }: Omit<ItemProps, "node"> & { nodes: Node[] }) => (
  <ul>
    {nodes.map((child) => (
      <Item key={child.label} node={child} {...rest} />
    ))}
  </ul>
)

type PageProps = { node: Leaf; onGo?: () => void; isHeld?: boolean; children?: ReactNode }

/** isHeld: another row stands for the page. */
function Page({ node, onGo, isHeld, children }: PageProps) {
  const [path] = useLocation()
  const isCurrent = homeOf(path) === node.path && !isHeld
  const row = useRef<HTMLAnchorElement>(null)
  // In a low window the tree is longer than its place.
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView?.({ block: "nearest" })
  }, [isCurrent])
  return (
    <Link
      ref={row}
      href={node.path}
      onClick={onGo}
      className="nav-row"
      aria-current={isCurrent ? (path === node.path ? "page" : "true") : undefined}
    >
      {node.icon && <node.icon aria-hidden="true" />}
      <span className="truncate">{node.label}</span>
      {node.path === "/admin/messages" && <Unread />}
      {node.path === "/admin/applicants" && <NewApplicants />}
      {node.path === "/admin/subscribers" && <Total />}
      {children}
    </Link>
  )
}

function Fold({ node, ...rest }: ItemProps & { node: Branch }) {
  const [path] = useLocation()
  // The branch of the current page is always open.
  const isInside = node.children.some((child) => holds(child, path))
  const isOpen = isInside || !rest.closed.includes(node.label)
  const Chevron = isOpen ? ChevronDown : ChevronRight
  // Inside it there is nothing to choose, so what was chosen outside stays.
  const flip = () => !isInside && rest.toggle(node.label, isOpen)
  return (
    <>
      <button
        type="button"
        className="nav-row"
        aria-expanded={isOpen}
        aria-disabled={isInside || undefined}
        onClick={flip}
      >
        {node.icon && <node.icon aria-hidden="true" />}
        <span className="truncate">{node.label}</span>
        <Chevron className="nav-chevron" aria-hidden="true" />
      </button>
      {isOpen && <Rows nodes={node.children} {...rest} />}
    </>
  )
}

/** Messages that nobody has read. */
export function Unread() {
  const { data = 0 } = useQuery(messagesNew)
  if (data === 0) return null
  return (
    <span className="nav-new">
      {number(data)}
      <span className="sr-only"> unread</span>
    </span>
  )
}

/** Applications that nobody has opened. */
function NewApplicants() {
  const { data = 0 } = useQuery(applicationsNew)
  if (data === 0) return null
  return (
    <span className="nav-new">
      {number(data)}
      <span className="sr-only"> new</span>
    </span>
  )
}

function Total() {
  const { data } = useQuery(subscribersInAll)
  if (data === undefined) return null
  return (
    <span className="nav-count">
      {number(data)}
      <span className="sr-only"> in all</span>
    </span>
  )
}
