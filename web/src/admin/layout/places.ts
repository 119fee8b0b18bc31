const KEY = "vitrine-admin-places"
const MOST = 6

/** The screens that were open last, the newest first. */
export function places(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]")
    return Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : []
  } catch {
    return []
  }
}

export function visit(path: string) {
  const next = [path, ...places().filter((one) => one !== path)].slice(0, MOST)
  localStorage.setItem(KEY, JSON.stringify(next))
}
