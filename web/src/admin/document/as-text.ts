import { isRich, textOf as linesOf } from "./rich-lines"

// One filled field: a text, or the items of a list.
type Part = { label: string; value: string | string[] }

/** What a form calls the field at a path. */
type Labels = (path: string) => string | undefined

const unnamed: Labels = () => undefined

/** What a form holds, as text a person can paste somewhere: every filled field with its label. */
export const asText = (values: unknown, labels = unnamed): string =>
  parts(values, "", "", labels).map(textOf).join("\n")

/** The same for where formatting can be pasted. */
export const asHtml = (values: unknown, labels = unnamed): string =>
  parts(values, "", "", labels).map(htmlOf).join("")

function parts(value: unknown, label: string, path: string, labels: Labels): Part[] {
  if (typeof value === "boolean") return [{ label, value: value ? "Yes" : "No" }]
  if (typeof value === "number") return [{ label, value: String(value) }]
  if (typeof value === "string") return value.trim() ? [{ label, value }] : []
  if (Array.isArray(value)) {
    const filled = value.filter((item) => typeof item === "string" && item.trim())
    if (filled.length > 0) return [{ label, value: filled }]
    return value.flatMap((item, at) =>
      typeof item === "object" ? parts(item, `${label} ${at + 1}`, `${path}.${at}`, labels) : [],
    )
  }
  return Object.entries(value ?? {}).flatMap(([key, item]) => {
    // What tells rows apart is nothing anybody typed.
    if (key === "id") return []
    const at = path ? `${path}.${key}` : key
    const own = labels(at) ?? words(key)
    return parts(item, label ? `${label}, ${own}` : own, at, labels)
  })
}

function textOf({ label, value }: Part): string {
  if (Array.isArray(value)) return [`${label}:`, ...value.map((item) => `- ${item}`)].join("\n")
  const text = linesOf(value)
  return `${label}:${text.includes("\n") ? "\n" : " "}${text}`
}

function htmlOf({ label, value }: Part): string {
  const head = `<strong>${escaped(label)}:</strong>`
  if (Array.isArray(value))
    return `<p>${head}</p><ul>${value.map((item) => `<li>${escaped(item)}</li>`).join("")}</ul>`
  return isRich(value)
    ? `<p>${head}</p>${value}`
    : `<p>${head} ${escaped(value).replaceAll("\n", "<br>")}</p>`
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

/** The name of a field that the form has no label for. */
export const words = (key: string) => {
  const text = key.replaceAll("_", " ")
  return text.charAt(0).toUpperCase() + text.slice(1)
}
