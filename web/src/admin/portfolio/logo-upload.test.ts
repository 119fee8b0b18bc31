import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { toast } from "@/lib/toast"
import { uploadLogo } from "./logo"

vi.mock("@/lib/auth", () => ({ accessToken: async () => "token" }))
vi.mock("@/lib/shell", () => ({ anonKey: "key" }))

const send = vi.fn()

beforeEach(() => {
  vi.stubGlobal(
    "XMLHttpRequest",
    class {
      upload = {}
      onabort = () => {}
      open() {}
      setRequestHeader() {}
      send = send
      abort() {
        this.onabort()
      }
    },
  )
})

afterEach(() => vi.unstubAllGlobals())

test("an upload that is called off ends, and nobody is told that it failed", async () => {
  const error = vi.spyOn(toast, "error")
  const calling = new AbortController()
  const upload = uploadLogo(new File(["x"], "a.png", { type: "image/png" }), {
    onProgress: () => {},
    signal: calling.signal,
  })
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce())
  calling.abort()
  expect(await upload).toBeUndefined()
  expect(error).not.toHaveBeenCalled()
})
