import { accessToken } from "./auth"
import type { Refusal } from "./refusal"
import { anonKey } from "./shell"

export type Sending = { onProgress: (percent: number) => void; signal: AbortSignal }

/** Sends what supabase-js sends, but by a request that tells how far it is; a refusal is thrown. */
export async function sendFile(
  path: string,
  file: File,
  { age, onProgress, signal }: Sending & { age: number },
) {
  const token = await accessToken()
  const body = new FormData()
  body.append("cacheControl", String(age))
  body.append("", file)
  const request = new XMLHttpRequest()
  return new Promise<void>((resolve, reject) => {
    request.open("POST", path)
    request.setRequestHeader("apikey", anonKey)
    request.setRequestHeader("Authorization", `Bearer ${token}`)
    request.setRequestHeader("x-upsert", "false")
    request.upload.onprogress = ({ loaded, total }) =>
      onProgress(total > 0 ? Math.round((loaded / total) * 100) : 0)
    request.onload = () => (request.status === 200 ? resolve() : reject(refusalOf(request)))
    request.onerror = request.onabort = request.ontimeout = () => reject()
    if (signal.aborted) return reject()
    signal.addEventListener("abort", () => request.abort())
    request.send(body)
  })
}

/** What stands between may answer with something else than JSON. */
function refusalOf({ responseText }: XMLHttpRequest): Refusal {
  try {
    return JSON.parse(responseText)
  } catch {
    return {}
  }
}
