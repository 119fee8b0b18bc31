import { z } from "zod"
import { type Declared, saveOf } from "@/lib/document"
import { type PageHead, type PageHeadValues, pageHead } from "@/lib/documents.gen"
import { pageHeads } from "@/lib/schema.gen"

/** What search engines and shared links show of one page; what is empty, is as usual. */
export type Head = Omit<PageHeadValues["page_heads"][number], "id" | "path">

/** The heads by page. A field each, so that two people can change two pages. */
export type Heads = Record<string, Head>

// A name of a field has no dots, brackets and quotes.
export const keyOf = (path: string) =>
  encodeURIComponent(path).replaceAll(".", "%2E").replaceAll("'", "%27")

export const pathOf = (key: string) => decodeURIComponent(key)

const usual: Head = { title: "", description: "", image_url: "", noindex: false }

export const isOwn = ({ title, description, image_url }: Head) =>
  [title, description, image_url].some((text) => text.trim() !== "")

export const headRules = z.record(z.string(), pageHeads.omit({ path: true }))

export const heads: Declared<PageHead, Heads> = {
  ...pageHead,
  lists: {},
  empty: {},
  blank: {},
  rules: headRules,
}

/** A head for each of the pages, and for others that have one. */
export function headsOf(stored: PageHead | null, paths: string[]): Heads {
  const values: Heads = Object.fromEntries(paths.map((path) => [keyOf(path), usual]))
  for (const { path, title, description, image_url, noindex } of stored ?? [])
    values[keyOf(path)] = { title, description, image_url, noindex }
  return values
}

/** Stores the heads that say something alone. */
export const saveHeads = (typed: Heads, base: PageHead | null) =>
  saveOf(
    pageHead,
    {
      page_heads: Object.entries(typed)
        .filter(([, head]) => isOwn(head) || head.noindex)
        .map(([key, head]) => ({ path: pathOf(key), ...head })),
    },
    base,
  )
