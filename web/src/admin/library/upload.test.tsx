import { afterEach, expect, test, vi } from "vitest"
import { sentence } from "@/lib/fault"
import { believe, stallUploads } from "../../../test/offline"
import { asked, serve, signIn } from "../../../test/server"
import { uploadPicture } from "./upload"

await serve()
await signIn()
believe()

afterEach(() => vi.unstubAllGlobals())

const sending = { onProgress: () => {}, signal: new AbortController().signal }
const picture = (bytes: number) =>
  new File([new Uint8Array(bytes)], "my logo.png", { type: "image/png" })

test("what takes a logo's place is named as a logo", async () => {
  const { open } = stallUploads()
  void uploadPicture(picture(9), sending, "portfolio-logos")
  void uploadPicture(picture(9), sending)
  await vi.waitFor(() => expect(open).toHaveBeenCalledTimes(2))
  const [logo, other] = open.mock.calls.map(([, url]) => url)
  expect(logo).toMatch(/\/portfolio-logos\/logo_\d+_my_logo\.png$/)
  expect(other).toMatch(/\/media\/\d+_my_logo\.png$/)
})

test("a logo that is too large is refused before it is sent, with the reason", async () => {
  const large = picture((5 << 20) + 1)
  const refusal = await uploadPicture(large, sending, "portfolio-logos").catch((error) => error)
  expect(sentence(refusal, "no reason")).toBe("The file has 5.1 MB; at most 5 MB are allowed.")
  expect(asked(/storage/)).toEqual([])
})
