import { QueryClientProvider } from "@tanstack/react-query"
import { render, screen } from "@testing-library/react"
import { expect, test } from "vitest"
import type { Letter } from "@/lib/documents.gen"
import { makeQueryClient } from "@/lib/query"
import { intercept, serve, signIn } from "../../../test/server"
import { Who } from "./who"
import "../../../test/layout"

await serve()
await signIn()

test("a copy that is sent between two reads is listed once, and not left behind", async () => {
  const copy = (id: number, status: string, on_its_way = false) => ({
    id,
    email: `p${id}@example.org`,
    status,
    on_its_way,
    sent_at: status === "sent" ? "2026-11-18T12:00:00Z" : null,
  })
  let isSending = true
  intercept(/letter_deliveries/, async (_, { line }) => {
    const status = /status=eq\.(\w+)/.exec(line)?.[1]
    if (status === "unknown") return Response.json(isSending ? [copy(7, "unknown", true)] : [])
    return Response.json(status === "sent" ? [copy(8, "sent"), copy(7, "sent")] : [])
  })
  const letter = { id: 1, subject: "November", recipients: 2, status: "sending" } as Letter
  const client = makeQueryClient(() => {})
  const show = (figures: Partial<Letter>) => (
    <QueryClientProvider client={client}>
      <Who letter={{ ...letter, delivered: 0, failed: 0, unknown: 0, ...figures }} />
    </QueryClientProvider>
  )
  const { rerender } = render(show({ delivered: 1 }))
  const lines = () => screen.queryAllByRole("listitem").map(({ textContent }) => textContent)
  await expect.poll(lines).toHaveLength(2)
  expect(lines().filter((line) => line?.includes("p7@"))).toEqual([
    expect.stringContaining("p7@example.orgSent"),
  ])
  isSending = false
  rerender(show({ delivered: 2, status: "sent" }))
  await expect
    .poll(lines)
    .toEqual([
      expect.stringContaining("p8@example.orgSent"),
      expect.stringContaining("p7@example.orgSent"),
    ])
})
