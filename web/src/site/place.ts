import { isCountry } from "./countries"

type Place = {
  "@type": "Place"
  address: {
    "@type": "PostalAddress"
    addressLocality?: string
    addressRegion?: string
    addressCountry?: string
  }
}

/** Reads "Delhi, India" and the like. The last name is the country only when it is one: CA may be California. */
export function place(text: string): Place | undefined {
  const names = text
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean)
  const last = names.at(-1)
  if (!last) return undefined
  const hasCountry = isCountry(last)
  const [town, region] = hasCountry ? names.slice(0, -1) : names
  return {
    "@type": "Place",
    address: {
      "@type": "PostalAddress",
      addressLocality: town,
      addressRegion: region,
      addressCountry: hasCountry ? last : undefined,
    },
  }
}

const REMOTE = /\b(remote(ly)?|work from home|wfh|telecommute)\b/i
// What editors write around the place: how the work is done, and areas that no address has.
const MANNER =
  /\b(fully|100\s?%|optional(ly)?|remote(ly)?([ -](first|friendly|only|ok))?|work from home|wfh|telecommute|hybrid|flexible|on-?site|in[ -]office|based|only|worldwide|world|anywhere|global(ly)?|europe|emea|eu|asia|apac|africa|americas|latam)\b/gi
const LINKS =
  /^\s*(?:or|and|in|within|from|across|the)\b|\b(?:or|and|in|within|from|across|the)\s*$/gi

/** The places that a location names, without the words around them. */
function named(location: string): string[] {
  return location
    .split(/[/|;()]|\s[-\u2013\u2014]\s|\bor\b/i)
    .map((part) =>
      part
        .split(",")
        .map((name) => name.replace(MANNER, " ").trim().replace(LINKS, "").trim())
        .filter((name) => /\p{L}/u.test(name))
        .join(", "),
    )
    .filter(Boolean)
}

/**
 * Where a job is, in the words of schema.org; nothing when its country cannot be told, because search engines
 * refuse a posting without. A job at home names the country it is open to, or the place of the studio.
 */
export function jobPlace(location: string, studio: string): object | undefined {
  const home = place(studio)
  const isRemote = REMOTE.test(location)
  const found = named(location).map((text) => place(text) as Place)
  if (found.length === 0 && home) found.push(home)
  const country = found.find((one) => one.address.addressCountry)?.address.addressCountry
  for (const { address } of found) {
    if (address.addressLocality === home?.address.addressLocality) {
      address.addressCountry ??= home?.address.addressCountry
    }
    address.addressCountry ??= country
  }
  const sites = found.filter(
    ({ address }) => address.addressCountry && (address.addressLocality || !isRemote),
  )
  if (sites.length === 0 && !(isRemote && country)) return undefined
  return {
    ...(sites.length > 0 && { jobLocation: sites.length === 1 ? sites[0] : sites }),
    ...(isRemote && { jobLocationType: "TELECOMMUTE" }),
    ...(isRemote &&
      country && { applicantLocationRequirements: { "@type": "Country", name: country } }),
  }
}
