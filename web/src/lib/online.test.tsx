import { act, render, screen } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { useLine } from "./online"
import { withinTime } from "./within-time"

const Line = () => <output>{useLine()}</output>
const line = () => screen.getByRole("status").textContent

let isUp = true
const asked = vi.fn()

beforeEach(() => {
  isUp = true
  vi.useFakeTimers()
  vi.stubGlobal("fetch", (path: string) => {
    asked(path)
    return isUp && path !== "/lost"
      ? Promise.resolve(new Response())
      : Promise.reject(new TypeError())
  })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const request = (path: string) =>
  act(() =>
    withinTime(path).then(
      () => {},
      () => {},
    ),
  )

test("without a line it says so, for as long as there is none", async () => {
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false)
  render(<Line />)
  expect(line()).toBe("offline")
  onLine.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event("online")))
  expect(line()).toBe("online")
})

test("a server that does not answer is asked until it does", async () => {
  render(<Line />)
  isUp = false
  await request("/rest/v1/x")
  await pass(0)
  expect(line()).toBe("unreachable")
  await pass(60_000)
  expect(line()).toBe("unreachable")
  isUp = true
  await pass(5000)
  expect(line()).toBe("online")
})

test("one request that is lost is no outage", async () => {
  render(<Line />)
  await request("/lost")
  await pass(0)
  expect(asked).toHaveBeenLastCalledWith("/healthz")
  expect(line()).toBe("online")
})
