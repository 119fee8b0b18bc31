import { useQuery } from "@tanstack/react-query"
import { ChevronDown, ChevronRight } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { Link, useLocation } from "wouter"
import { number } from "@/lib/format"
import { useToday } from "@/lib/today"
import { useUser } from "../session/session"
import { messagesSince, subscribersInAll } from "./counts"
import { type Branch, holds, isBranch, type Leaf, type Node, treeFor } from "./tree"

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

/** The pages of the back-office. Which branches are closed is remembered. */
export function NavTree({ onGo }: { onGo?: () => void }) {
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
        {treeFor(role).map((node) => (
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
  return <li>{isBranch(node) ? <Fold node={node} {...rest} /> : <Page node={node} {...rest} />}</li>
}

function Page({ node, onGo }: { node: Leaf; onGo?: () => void }) {
  const [path] = useLocation()
  const isCurrent = path === node.path
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
      aria-current={isCurrent ? "page" : undefined}
    >
      {node.icon && <node.icon aria-hidden="true" />}
      <span className="truncate">{node.label}</span>
      {node.path === "/admin/messages" && <Today />}
      {node.path === "/admin/subscribers" && <Total />}
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
      {node.path ? (
        <div className="nav-pair">
          <Page node={node as Leaf} onGo={rest.onGo} />
          <button
            type="button"
            className="nav-fold"
            aria-expanded={isOpen}
            aria-label={`${node.label} pages`}
            aria-disabled={isInside || undefined}
            onClick={flip}
          >
            <Chevron aria-hidden="true" />
          </button>
        </div>
      ) : (
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
      )}
      {isOpen && (
        <ul>
          {node.children.map((child) => (
            <Item key={child.label} node={child} {...rest} />
          ))}
        </ul>
      )}
    </>
  )
}

function Today() {
  const { data = 0 } = useQuery(messagesSince(useToday()))
  if (data === 0) return null
  return (
    <span className="nav-new">
      {number(data)}
      <span className="sr-only"> received today</span>
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
