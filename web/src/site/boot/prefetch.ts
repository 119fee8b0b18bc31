const KEEP_MS = 30_000
const MOST_KEPT = 8

type Fetched<T> = { page: Promise<T>; since: number }

/**
 * Keeps what was fetched from a visitor's first sign of interest until the click, and only the
 * last few. What is older is fetched anew, and serves only when there is no network.
 */
export function prefetch<T>(fetch: (path: string) => Promise<T>) {
  const fetched = new Map<string, Fetched<T>>()

  const pages = {
    load(path: string): Promise<T> {
      const known = fetched.get(path)
      if (known && performance.now() - known.since < KEEP_MS) return known.page
      const page = fetch(path).catch((error) => {
        // fetch fails with this when no answer came.
        if (known && error instanceof TypeError) return known.page
        fetched.delete(path)
        throw error
      })
      fetched.delete(path)
      fetched.set(path, { page, since: performance.now() })
      const [oldest] = fetched.keys()
      if (fetched.size > MOST_KEPT && oldest) fetched.delete(oldest)
      return page
    },
    /** For whoever uses it up. */
    async take(path: string): Promise<T> {
      const page = await pages.load(path)
      fetched.delete(path)
      return page
    },
  }
  return pages
}
