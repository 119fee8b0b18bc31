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
  /\b(fully|100\s?%|optional(ly)?|remote(ly)?([ -](first|friendly|only|ok))?|work from home|wfh|telecommute|hybrid|flexible|on-?site|in[ -]office|based|only)\b/gi
const AREA =
  /\b(worldwide|world|anywhere|global(ly)?|europe|emea|eu|asia|apac|(?<!south )africa|americas|latam)\b/gi
// Not in capitals, which are those of Oregon and Indiana.
const LINK = "(?:[Oo]r|[Aa]nd|[Ii]n|[Ww]ithin|[Ff]rom|[Aa]cross|[Tt]he)"
const LINKS = new RegExp(`^\\s*${LINK}\\b|\\b${LINK}\\s*$`, "g")

const bare = (name: string) =>
  name.replace(MANNER, " ").replace(AREA, " ").trim().replace(LINKS, "").trim()

/** The places that a location names, without the words around them. */
function named(location: string): string[] {
  return location
    .replace(/\s+(?:\(([^()]+)\)|[-\u2013\u2014]\s+([^/|;()]+))/g, (whole, inner, after) =>
      isCountry(bare(inner ?? after)) ? `, ${inner ?? after}` : whole,
    )
    .split(/[/|;()]|\s[-\u2013\u2014]\s|\sor\s/)
    .map((part) =>
      part
        .split(",")
        .map(bare)
        .filter((name) => /\p{L}/u.test(name))
        .join(", "),
    )
    .filter(Boolean)
}

const list = <T>(all: T[]) => (all.length === 1 ? all[0] : all)

/**
 * Where a job is, in the words of schema.org; nothing when its country cannot be told, because search engines
 * refuse a posting without. A job at home names the countries it is open to, or the place of the studio.
 */
export function jobPlace(
  location: string,
  studio: string,
  isRemoteJob = false,
): object | undefined {
  const home = place(studio)
  const isRemote = isRemoteJob || REMOTE.test(location)
  const found = named(location).map((text) => place(text) as Place)
  if (found.length === 0 && home && location.search(AREA) < 0) found.push(home)
  // A town says nothing of the country of the next one.
  for (const { address } of found) {
    const { addressLocality: town, addressRegion: region = home?.address.addressRegion } = address
    if (town === home?.address.addressLocality && region === home?.address.addressRegion) {
      address.addressCountry ??= home?.address.addressCountry
    }
  }
  const placed = found.filter(({ address }) => address.addressCountry)
  if (placed.length === 0) return undefined
  const sites = placed.filter(({ address }) => address.addressLocality || !isRemote)
  const countries = [...new Set(placed.map(({ address }) => address.addressCountry))]
  return {
    ...(sites.length > 0 && { jobLocation: list(sites) }),
    ...(isRemote && {
      jobLocationType: "TELECOMMUTE",
      applicantLocationRequirements: list(countries.map((name) => ({ "@type": "Country", name }))),
    }),
  }
}
