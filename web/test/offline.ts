import { vi } from "vitest"

/** Uploads that never end, as on a line that went quiet; tells which were sent and which called off. */
export function stallUploads() {
  const send = vi.fn()
  const abort = vi.fn()
  const open = vi.fn<(method: string, url: string) => void>()
  vi.stubGlobal(
    "XMLHttpRequest",
    class {
      upload = {}
      onabort = () => {}
      open = open
      setRequestHeader() {}
      send = send
      abort() {
        abort()
        this.onabort()
      }
    },
  )
  return { open, send, abort }
}

/** A session that is believed without asking anybody. */
export const believe = () =>
  localStorage.setItem(
    "vitrine-admin-auth",
    JSON.stringify({ access_token: "token", refresh_token: "next", expires_at: 1e12, user: {} }),
  )
