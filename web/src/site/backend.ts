/** What a call to the backend came to. `code` is empty when it worked. */
export type Answer<T = unknown> = { ok: boolean; code: string; data: T | null }

/**
 * Plain fetch, because a visitor makes three calls in all: a client library
 * would weigh more than this page's own code. Rejects when the network does.
 */
async function call<T>(key: string, path: string, init: RequestInit): Promise<Answer<T>> {
  const response = await fetch(path, {
    ...init,
    headers: {
      apikey: key,
      ...(init.body ? { "Content-Type": "application/json" } : {}),
      ...init.headers,
    },
    signal: AbortSignal.timeout(15_000),
  })
  const text = await response.text()
  const data = text ? JSON.parse(text) : null
  return { ok: response.ok, code: response.ok ? "" : String(data?.code ?? response.status), data }
}

export const select = <T>(key: string, table: string, query: string) =>
  call<T[]>(key, `/rest/v1/${table}?${query}`, { method: "GET" })

export const insert = (key: string, table: string, row: object, headers = {}) =>
  call(key, `/rest/v1/${table}`, { method: "POST", body: JSON.stringify(row), headers })

export const invoke = <T>(key: string, name: string, body: object) =>
  call<T>(key, `/functions/v1/${name}`, { method: "POST", body: JSON.stringify(body) })

export const invokeGet = <T>(key: string, name: string) =>
  call<T>(key, `/functions/v1/${name}`, { method: "GET" })
