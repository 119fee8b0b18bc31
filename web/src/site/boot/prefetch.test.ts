import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { prefetch } from "./prefetch"

const fetch = vi.fn<(path: string) => Promise<string>>()

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  fetch.mockReset()
})

it("keeps a page for the click that follows, and no longer", async () => {
  fetch.mockResolvedValueOnce("first").mockResolvedValueOnce("second")
  const pages = prefetch(fetch)
  expect(await pages.load("/careers/a")).toBe("first")
  vi.advanceTimersByTime(29_000)
  expect(await pages.load("/careers/a")).toBe("first")
  vi.advanceTimersByTime(1000)
  expect(await pages.load("/careers/a")).toBe("second")
  expect(fetch).toHaveBeenCalledTimes(2)
})

it("shows an old page when there is no network, and not when it is gone", async () => {
  fetch.mockResolvedValueOnce("list")
  fetch.mockRejectedValueOnce(new TypeError("offline")).mockRejectedValueOnce(new Error("404"))
  const pages = prefetch(fetch)
  expect(await pages.load("/careers")).toBe("list")
  vi.advanceTimersByTime(30_000)
  expect(await pages.load("/careers")).toBe("list")
  vi.advanceTimersByTime(30_000)
  await expect(pages.load("/careers")).rejects.toThrow("404")
})

it("asks again after a failure", async () => {
  fetch.mockRejectedValueOnce(new Error("503")).mockResolvedValueOnce("there")
  const pages = prefetch(fetch)
  await expect(pages.load("/careers/a")).rejects.toThrow("503")
  expect(await pages.load("/careers/a")).toBe("there")
})

it("keeps the last few alone", async () => {
  fetch.mockImplementation(async (path) => path)
  const pages = prefetch(fetch)
  for (let n = 0; n < 9; n++) await pages.load(`/careers/${n}`)
  await pages.load("/careers/8")
  expect(fetch).toHaveBeenCalledTimes(9)
  await pages.load("/careers/0")
  expect(fetch).toHaveBeenCalledTimes(10)
})
