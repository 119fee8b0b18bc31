import { type WordKey, wordsOf } from "@/identity/words"
import type {
  AboutValues,
  ContactValues,
  FooterValues,
  HeroValues,
  ProcessValues,
} from "@/lib/documents.gen"
import { escapeHtml } from "@/lib/html"
import type { Look } from "./look"

export type Seeds = {
  hero: HeroValues
  process: ProcessValues
  about: AboutValues
  contact: Pick<ContactValues, "description" | "location">
  footer: Pick<FooterValues, "company_description" | "location" | "follows_location">
}

const ICONS = ["Search", "Code", "Rocket", "TrendingUp"] as const
const rich = (text: string) =>
  text
    .split(/\n+/)
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join("")

/** The first content of a site, in the voice that was chosen. */
export function seedsOf({ name, city, country, pack }: Look): Seeds {
  const word = wordsOf({ pack, name, city })
  const say = (key: string) => word(key as WordKey)
  const pair = (key: string, as: (text: string) => string) =>
    [1, 2].map((at) => ({
      title: say(`${key}_${at}_title`),
      description: as(say(`${key}_${at}_text`)),
    }))
  const location = [city, country].filter(Boolean).join(", ")
  return {
    hero: {
      title: say("hero_title"),
      subtitle: rich(say("hero_subtitle")),
      cta_primary_text: say("hero_cta_primary"),
      cta_secondary_text: say("hero_cta_secondary"),
      featured_areas: pair("area", rich),
    },
    process: {
      title: say("process_title"),
      subtitle: say("process_subtitle"),
      steps: ICONS.map((icon, at) => ({
        title: say(`step_${at + 1}_title`),
        description: say(`step_${at + 1}_text`),
        icon,
      })),
    },
    about: {
      intro_text: rich(say("about_intro")),
      approach_text: rich(say("approach_text")),
      why_ecommerce: [1, 2, 3, 4].map((at) => say(`why_${at}`)),
      focus_areas: pair("focus", (text) => text),
    },
    contact: { description: say("contact_lead"), location },
    // The footer follows Contact.
    footer: {
      company_description: rich(say("footer_about")),
      location: "",
      follows_location: true,
    },
  }
}

/** The same as pages hold it, for the preview. */
export function pageParts(seeds: Partial<Seeds>): Record<string, unknown> {
  const { hero, process, about, contact, footer } = seeds
  const { steps, ...process_content } = process ?? {}
  const parts = {
    hero_content: hero,
    process_content: process && process_content,
    process_steps: steps,
    about_content: about,
    contact_info: contact,
    footer_content: footer,
  }
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined))
}
