import { plainText } from "@/lib/text"

/** What a form holds, as text a person can paste somewhere: one labelled line per field. */
export function asText(values: unknown): string {
  return lines(values, "").join("\n")
}

function lines(value: unknown, label: string): string[] {
  if (typeof value === "string") {
    const text = /<\w+[\s>]/.test(value) ? plainText(value) : value
    return text.trim() ? [label ? `${label}: ${text}` : text] : []
  }
  if (Array.isArray(value))
    return value.flatMap((item, index) => lines(item, [label, index + 1].filter(Boolean).join(" ")))
  if (value && typeof value === "object")
    return Object.entries(value).flatMap(([key, item]) =>
      lines(item, [label, words(key)].filter(Boolean).join(", ")),
    )
  return []
}

const words = (key: string) => {
  const text = key.replaceAll("_", " ")
  return text.charAt(0).toUpperCase() + text.slice(1)
}
