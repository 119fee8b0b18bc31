import { act, render, screen } from "@testing-library/react"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { pages } from "../../test/pages"
import { Site } from "./site"

const assign = vi.fn()
const reload = vi.fn()
let fail = (_: Error) => {}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal("scrollTo", () => {})
  vi.stubGlobal("matchMedia", () => ({ matches: true }))
  vi.stubGlobal(
    "fetch",
    () =>
      new Promise((_, reject) => {
        fail = reject
      }),
  )
  history.replaceState(null, "", pages.job.path)
  render(<Site data={pages.job} />)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

/** The browser goes to an entry of its history. */
const move = (pathname: string) =>
  act(async () => {
    vi.stubGlobal("location", { pathname, search: "", assign, reload })
    window.dispatchEvent(new PopStateEvent("popstate"))
  })

const pass = () => act(() => vi.advanceTimersByTimeAsync(200))

describe("a list that is slow to come", () => {
  it("is announced", async () => {
    await move("/careers")
    await pass()
    expect(screen.getByText("Loading roles")).toBeInTheDocument()
  })

  it("does not cover the job that the visitor went on to", async () => {
    await move("/careers")
    await move(pages.job.path)
    await pass()
    expect(screen.queryByText("Loading roles")).toBeNull()
    expect(screen.getByText("Hire the second engineer")).toBeInTheDocument()
  })

  it("is loaded by the browser when it does not come", async () => {
    await move("/careers")
    await act(async () => fail(new Error("refused")))
    expect(reload).toHaveBeenCalledOnce()
    expect(assign).not.toHaveBeenCalled()
  })

  it("takes nobody away who went on", async () => {
    await move("/careers")
    await move(pages.job.path)
    await act(async () => fail(new Error("refused")))
    expect(reload).not.toHaveBeenCalled()
    expect(assign).not.toHaveBeenCalled()
  })
})

it("leaves a step within the page to the browser", async () => {
  await move(pages.job.path)
  await pass()
  const main = screen.getByRole("main")
  main.focus()
  await move(pages.job.path)
  await pass()
  expect(main).toHaveFocus()
})

describe("the transition to a page in place", () => {
  /** Comes back to the page of before so many milliseconds after it was asked for. */
  const comeBack = async (late: number) => {
    const start = vi.fn((change: () => void) => {
      change()
      return { ready: Promise.resolve() }
    })
    vi.stubGlobal("matchMedia", () => ({ matches: false }))
    Object.assign(document, { startViewTransition: start })
    await move("/careers")
    await act(async () => {
      vi.stubGlobal("location", { pathname: pages.job.path, search: "", assign, reload })
      const back = new PopStateEvent("popstate")
      Object.defineProperty(back, "timeStamp", { value: performance.now() - late })
      window.dispatchEvent(back)
    })
    Reflect.deleteProperty(document, "startViewTransition")
    return start
  }

  it("is drawn for one that comes at once", async () => {
    expect(await comeBack(0)).toHaveBeenCalledOnce()
  })

  it("is left out for one that comes late", async () => {
    expect(await comeBack(50)).not.toHaveBeenCalled()
    expect(screen.getByText("Hire the second engineer")).toBeInTheDocument()
  })
})
