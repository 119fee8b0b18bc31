import { act, render, screen, waitFor } from "@testing-library/react"
import { beforeAll, expect, test, vi } from "vitest"
import { DEFAULT_MARK, DEFAULT_THEME } from "@/identity/identity"
import type { Showing } from "@/lib/preview"
import { pages } from "../../test/pages"
import { serve } from "../../test/server"
import { overlaid } from "./overlay"
import { savedPage } from "./saved"

const identity = {
  name: "Barlavento",
  city: "Lisbon",
  country: "Portugal",
  language: "en",
  mark: DEFAULT_MARK,
  theme: { ...DEFAULT_THEME, pack: "observatory" as const },
}
const showing = (some: Partial<Showing>): Showing => ({ path: "/", theme: "light", ...some })

test("what is not saved lies over what is", () => {
  const { site } = overlaid(pages.home, showing({ identity, words: { portfolio_title: "Ours" } }))
  expect(site).toMatchObject({ name: "Barlavento", city: "Lisbon" })
  expect(site.words).toMatchObject({ portfolio_title: "Ours" })
  expect(site.words?.not_found_title).toBe("Nothing at these coordinates")
  expect(overlaid(pages.home, showing({})).site).toBe(pages.home.site)
})

test("unsaved HTML is cleaned, plain text is left alone, and foreign parts are dropped", () => {
  const data = overlaid(
    pages.home,
    showing({
      content: {
        hero_content: {
          title: "1 < 2",
          subtitle: '<p onclick="x()">Hi<script>alert(1)</script><img src=x onerror=alert(1)></p>',
          featured_areas: [{ title: "A", description: '<a href="javascript:x()">go</a>' }],
        },
        job: { about: "no page of a job" },
      },
    }),
  ) as typeof pages.home
  expect(data.hero_content.title).toBe("1 < 2")
  expect(data.hero_content.subtitle).not.toMatch(/script|onclick|onerror/)
  expect(data.hero_content.subtitle).toContain("Hi")
  expect(data.hero_content.featured_areas[0]?.description).toBe("<a>go</a>")
  expect(data).not.toHaveProperty("job")
  expect(data.hero_content.cta_primary_text).toBe(pages.home.hero_content.cta_primary_text)
})

test.each([
  "//elsewhere.example/",
  "/storage/v1/object/public/media/page.html",
  "https://elsewhere.example",
  "/rest/v1/hero_content",
  "/../admin",
])("%s is no page to show", async (path) => {
  await expect(savedPage(path)).rejects.toThrow("is no page")
})

// The module takes hold of its window when it is loaded: the host is this window's opener here.
beforeAll(async () => {
  await serve()
  window.matchMedia ??= () => ({ matches: false }) as MediaQueryList
})

test("messages are taken from our own back-office alone", async () => {
  const host = { postMessage: vi.fn() } as unknown as Window
  window.opener = host
  const { listen } = await import("./listen")
  const source = listen()
  expect(host.postMessage).toHaveBeenCalledWith({ from: "preview", says: "ready" }, location.origin)
  const before = source.now()
  const say = (origin: string, from: unknown, data: unknown) =>
    act(() => {
      const event = new MessageEvent("message", { origin, data })
      Object.defineProperty(event, "source", { value: from })
      window.dispatchEvent(event)
    })
  const told = { to: "preview", show: showing({ path: "/about" }) }
  say("https://elsewhere.example", host, told)
  say(location.origin, {}, told)
  say(location.origin, host, { show: told.show })
  expect(source.now()).toBe(before)
  say(location.origin, host, told)
  expect(source.now()).toEqual(told.show)
  render(<p>{source.now().path}</p>)
  await waitFor(() => expect(screen.getByText("/about")).toBeVisible())
})
