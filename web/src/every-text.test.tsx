import { QueryClientProvider } from "@tanstack/react-query"
import { render, waitFor } from "@testing-library/react"
import { Suspense } from "react"
import { expect, test } from "vitest"
import { Router } from "wouter"
import { job } from "@/lib/documents.gen"
import { navigate, useGuardedLocation } from "@/lib/location"
import {
  APPLIED,
  APPLY,
  CLOSED,
  CONFIRM,
  CONFIRMED,
  JOB,
  LETTERS,
  parseField,
  UNSUBSCRIBE,
  UNSUBSCRIBED,
} from "@/lib/preview"
import { makeQueryClient } from "@/lib/query"
import type { PageData } from "@/site/data"
import { Site } from "@/site/site"
import { pages as states } from "../test/pages"
import { clearStored, serve, signIn } from "../test/server"
import { screenOf } from "./admin/preview/elsewhere"
import { filledIn } from "./admin/preview/placeholders"
import { screens } from "./admin/router"
import { drawn } from "./preview/drawn"
import { label } from "./preview/label"
import { marked } from "./preview/marks"
import { overlaid } from "./preview/overlay"
import { savedPage } from "./preview/saved"
import "../test/layout"

Object.assign(globalThis, { family: drawn })

const site = await serve()
await signIn("admin")

/** A text of a page, the field that it leads to, and whether it is made of what the field holds. */
type Text = { text: string; field: string; isDerived: boolean; page: string }

const put = (path: string, body: object) =>
  site.api(path, { method: "POST", as: "admin", body: JSON.stringify(body) })

const DAY = "2031-05-04"

/** One of everything that a page can show. */
async function fill() {
  await put("/rest/v1/pages", { title: "Imprint", slug: "imprint", body: "<h2>Who</h2><p>We.</p>" })
  const [job] = await site.api("/rest/v1/job_listings?select=*&order=rank&limit=1")
  await put("/rest/v1/rpc/save_job", {
    id: job.id,
    version: job.version,
    employment_type: "full_time",
    workplace: "hybrid",
    salary_min: 3_000_000,
    salary_currency: "INR",
    closes_on: DAY,
  })
  return job.slug as string
}

const texts: Text[] = []

async function collect() {
  const slug = await fill()
  const own = ["/", "/about", "/careers", `/careers/${slug}`, "/contact", "/imprint", "/404"]
  const made = [CLOSED, APPLY, APPLIED, LETTERS, CONFIRM, CONFIRMED, UNSUBSCRIBE, UNSUBSCRIBED]
  for (const path of [...own, ...made]) textsOf(path, (await savedPage(path)).data)
  const example = { ...filledIn(job.empty), id: "new" }
  const showing = { path: JOB, theme: "light" as const, content: { job: example } }
  textsOf(JOB, overlaid((await savedPage(JOB)).data, showing))
  // What a form answers is shown in place, and on a page of its own without JavaScript.
  const { data: home } = await savedPage("/")
  for (const name of [
    "applyReturned",
    "contactReturned",
    "contactSent",
    "newsletterFailed",
  ] as const)
    textsOf(name, { ...states[name], site: home.site } as PageData)
}

/** Collects the texts of a page as the preview shows it. */
function textsOf(name: string, data: PageData) {
  const page = marked(data)
  const { container, unmount } = render(<Site data={page.data} />)
  label(container, page)
  const walker = document.createTreeWalker(container, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { nodeValue, parentElement } = walker.currentNode
    const text = nodeValue?.replace(/\s+/g, " ").trim() ?? ""
    const field = parentElement?.closest("[data-field]")?.getAttribute("data-field") ?? ""
    // What a visitor typed is nobody's to edit.
    if (parentElement?.closest("textarea")) continue
    // A date leads to what is of that day, and what stands for a text that is not written yet has nothing to say.
    const isDerived = !!parentElement?.closest("time") || /^job\/new\//.test(field)
    if (text) texts.push({ text, field, isDerived, page: name })
  }
  unmount()
}

await collect()
clearStored()

const app = (path: string) => {
  const Page = screens[path]?.page as () => React.ReactNode
  return render(
    <Router hook={useGuardedLocation}>
      <QueryClientProvider client={makeQueryClient(() => {})}>
        <Suspense>
          <Page />
        </Suspense>
      </QueryClientProvider>
    </Router>,
  )
}

/** What the field that has the focus says. */
function focusedIn(field: string): string | undefined {
  const control = document.activeElement as HTMLElement | null
  const place = control?.closest<HTMLElement>("[data-path]")?.dataset.path
  // Of a social link the row has the place.
  if (!control || !place || !parseField(field).path.startsWith(place)) return undefined
  if (control instanceof HTMLSelectElement) return control.selectedOptions[0]?.text
  // What a sentence says while nobody has written another.
  if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)
    return control.value || control.placeholder
  return control.textContent ?? ""
}

const plain = (text: string) => text.replace(/\s+/g, " ").replace(/\.$/, "").trim()

/** Whether a text is what a field says, a sentence of it, or made of it and more. */
function isOf(text: string, value: string): boolean {
  const [shown, said] = [plain(text), plain(value.replaceAll("{studio}", "Vitrine"))]
  const parts = said.split(/\{\w+\}/).map(plain)
  return said.includes(shown) || (said !== "" && parts.every((part) => shown.includes(part)))
}

/** Fields of choices and numbers, which the page says in words. */
const SAID_OTHERWISE = /^job\/\d+\/(salary_min|closes_on)$/

/** The fields by the screen that has them, and by the document that is opened there. */
const groups = new Map<string, Set<string>>()
for (const { field } of texts) {
  const key = `${new URL(screenOf(field), location.href).pathname} ${parseField(field).id}`.trim()
  groups.set(key, (groups.get(key) ?? new Set()).add(field))
}

test.each([...groups])("%s: each text leads into the field that says it", async (key, fields) => {
  const [path = ""] = key.split(" ")
  await navigate(path, { replace: true })
  app(path)
  for (const field of fields) {
    await navigate(screenOf(field), { replace: true })
    const said = await waitFor(() => {
      const now = focusedIn(field)
      expect(now, `${field} has the focus`).toBeDefined()
      return now as string
    })
    for (const { text, isDerived, page } of texts.filter((one) => one.field === field))
      if (!isDerived && !SAID_OTHERWISE.test(field))
        expect([isOf(text, said), page, text, field, said]).toEqual([true, page, text, field, said])
  }
})
