import type { QueryClient } from "@tanstack/react-query"
import { allOf, type Declared, queryOf, removeOf, saveOf } from "@/lib/document"
import {
  about,
  company,
  contact,
  footer,
  footerLink,
  hero,
  job,
  navigationLink,
  process,
  site,
  team,
} from "@/lib/documents.gen"
import { FIRST } from "./fresh"
import { type Look, saveLook } from "./look"
import { adopted, isSample } from "./samples"
import { type Seeds, seedsOf } from "./seeds"

type Row = { id: number; version: number }

export type Answers = { look: Look; email: string; keepsSamples: boolean }

/** Makes the site one's own: the identity, the first texts, and what is left of the samples. It may be run again after a failure. */
export async function finish(
  client: QueryClient,
  { look, email, keepsSamples }: Answers,
  owner: string,
) {
  const now = <Doc>(declared: Declared<Doc, object>) =>
    client.fetchQuery({ ...queryOf(declared), staleTime: 0 })
  const all = <Doc>(declared: Declared<Doc, object>) =>
    client.fetchQuery({ ...allOf(declared), staleTime: 0 })
  const seeds = seedsOf(look)

  // The texts first: who looks meanwhile sees the old name with the old look, not half of each.
  await seed(hero, seeds.hero)
  await seed(about, seeds.about)
  await seedProcess(seeds.process)
  await reach(contact, seeds.contact)
  await reach(footer, { ...seeds.footer, ...FOLLOWS })
  await removeEach(navigationLink, ({ path }) => isSample(path))
  await removeEach(footerLink, ({ path }) => isSample(path))
  if (keepsSamples) await adopt()
  else {
    await removeEach(job, () => true)
    await removeEach(company, () => true)
    await saveOf(team, { members: [] }, await now(team))
  }
  await saveLook(look, await now(site))
  await client.invalidateQueries()

  // What someone wrote stays.
  async function seed<Doc, Values extends object>(
    declared: Declared<Doc, Values>,
    values: Partial<Values>,
  ) {
    const doc = await now(declared)
    if ((doc as Row).version === FIRST) await saveOf(declared, values, doc)
  }

  async function seedProcess(values: Seeds["process"]) {
    const doc = await now(process)
    if (doc.version !== FIRST) return
    const steps = values.steps.map((step, at) => ({ ...step, id: doc.steps[at]?.id }))
    await saveOf(process, { ...values, steps }, doc)
  }

  // Whoever applies to a sample writes to the studio, and not to nobody.
  async function adopt() {
    const { email: reachable } = await now(contact)
    for (const doc of await all(job))
      if (isSample(doc.how_to_apply ?? ""))
        await saveOf(job, adopted(doc, look, reachable ?? ""), doc)
  }

  async function reach(declared: typeof contact | typeof footer, values: object) {
    const doc = await now(declared as Declared<Row & Reach, Reach>)
    const isFresh = doc.version === FIRST
    const { email: stored, social_links: links } = doc
    const mine = email || (isSample(stored) ? "" : stored)
    await saveOf(
      declared as Declared<Row & Reach, Reach>,
      {
        // An own one that was cleared, or follows Contact, stays so.
        email: declared === footer && !stored ? "" : mine,
        social_links: links
          .filter(({ url }) => !isSample(url))
          .map(({ platform, url }) => ({ platform, url })),
        ...(isFresh && values),
      },
      doc,
    )
  }

  async function removeEach<Doc extends Row>(
    declared: Declared<Doc, object>,
    isOne: (doc: Doc) => boolean,
  ) {
    for (const doc of (await all(declared)).filter(isOne)) await removeOf(declared, doc, owner)
  }
}

const FOLLOWS = { email: "", follows_email: true, social_links: [], follows_social_links: true }

type Reach = { email: string; social_links: { platform: string; url: string }[] }
