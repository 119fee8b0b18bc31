import { family } from "@/identity/families/family"
import type { Family } from "@/identity/families/hand"
import { unmarked } from "./marks"

/** Drawings are made of names as they are, not as they are marked. */
export function drawn(...[id, options]: Parameters<typeof family>): Family {
  const made = family(id, { ...options, names: options?.names?.map(unmarked) })
  const entries = Object.entries(made).map(([key, value]) => [key, plainly(value)])
  return Object.fromEntries(entries) as unknown as Family
}

const plainly = (value: unknown) =>
  typeof value === "function" ? (...args: unknown[]) => value(...args.map(plain)) : value

function plain(value: unknown): unknown {
  if (typeof value === "string") return unmarked(value)
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, plain(held)]))
}
