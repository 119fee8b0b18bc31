import { waitFor } from "@testing-library/react"
import { afterEach, expect, test, vi } from "vitest"
import { whyRefused } from "@/lib/refusal"
import { toast } from "@/lib/toast"
import { believe, stallUploads } from "../../../test/offline"
import { uploadLogo } from "./logo"

believe()

afterEach(() => vi.unstubAllGlobals())

test("an upload that is called off ends, and nobody is told that it failed", async () => {
  const { send } = stallUploads()
  const calling = new AbortController()
  const upload = uploadLogo(new File(["x"], "a.png", { type: "image/png" }), {
    onProgress: () => {},
    signal: calling.signal,
  })
  await waitFor(() => expect(send).toHaveBeenCalledOnce())
  calling.abort()
  expect(await upload).toBeUndefined()
  expect(toast.list()).toEqual([])
})

test.each([
  [undefined, 9, "The server could not be reached. Please try again."],
  [{}, 9, "The server could not store it. Please try again later."],
  [
    { code: "KeyAlreadyExists" },
    9,
    "A file of this name is there already. Please try again, or rename it.",
  ],
  [
    { code: "AccessDenied", message: "new row violates row-level security policy" },
    9,
    "You may not upload files. Sign in again, or ask an administrator.",
  ],
  [
    { code: "EntityTooLarge", message: "The object exceeded the maximum allowed size" },
    5242881,
    "The file has 5.1 MB; at most 5 MB are allowed.",
  ],
  [
    {
      code: "EntityTooLarge",
      message: "The animation has too many frames; please make it shorter or smaller",
    },
    9,
    "The animation has too many frames; please make it shorter or smaller.",
  ],
  [
    { code: "InvalidMimeType", message: "the file is not a whole and plain image/png" },
    9,
    "The file is damaged, or holds more than a picture. Save it anew. PNG, JPEG, GIF and WebP are allowed.",
  ],
  [
    { code: "SlowDown", message: "The file cannot be stored now. Please try again later." },
    9,
    "The file cannot be stored now. Please try again later.",
  ],
])("what the server says of a file, %j, becomes a reason", (refusal, size, why) => {
  vi.stubGlobal("navigator", { onLine: true })
  expect(whyRefused(refusal, { size, type: "image/png" })).toBe(why)
})

test("a kind that the server does not look for is called by its name, and an empty file empty", () => {
  const refusal = {
    code: "InvalidMimeType",
    message: "mime type application/octet-stream is not supported",
  }
  expect(whyRefused(refusal, { size: 9, type: "image/heic" })).toBe(
    "The file is of the type image/heic. PNG, JPEG, GIF and WebP are allowed.",
  )
  expect(whyRefused(refusal, { size: 0, type: "image/png" })).toBe("The file is empty.")
})
