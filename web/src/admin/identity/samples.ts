import { wordsOf } from "@/identity/words"
import type { Job, JobValues } from "@/lib/documents.gen"
import { escapeHtml } from "@/lib/html"
import { FIRST } from "./fresh"
import type { Look } from "./look"

/** Addresses that lead nowhere: they came with the program. */
export const isSample = (address: string) => /[@./]vitrine\.example|social\.example/.test(address)

const CITY = "Delhi, India"

/** What a sample job says once it stands on somebody's site: their address, their place. */
export function adopted(
  { how_to_apply, location, version }: Pick<Job, "how_to_apply" | "location" | "version">,
  { name, city, country, pack }: Pick<Look, "name" | "city" | "country" | "pack">,
  email: string,
): Partial<JobValues> {
  const say = wordsOf({ pack, name, city })
  const to = escapeHtml(email)
  const apply = email
    ? (how_to_apply ?? "").replaceAll(/\w+@vitrine\.example/g, to)
    : `<p>${escapeHtml(say("apply_lead"))}</p>`
  // Who is there wrote it themselves, perhaps.
  const stored = location ?? ""
  const isTheirs = version !== FIRST || (city !== "" && stored.includes(city))
  const here = [city, country].filter(Boolean).join(", ")
  const remote = ["Remote", country].filter(Boolean).join(", ")
  const place = stored
    .replace(here ? CITY : /^Delhi, India( or remote)?$/, here || remote)
    .replace("Remote, India", remote)
  return { how_to_apply: apply, ...(!isTheirs && { location: place }) }
}
