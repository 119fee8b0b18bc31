import type { Site } from "./site"

type Sent = {
  name: string
  email: string
  links?: string
  note?: string
  keep?: boolean
  cv?: string | null
}

/** Applies for a job as the form on its page does. */
export async function apply(site: Site, job: number, { cv, keep, ...fields }: Sent) {
  const form = new FormData()
  const all = { job_id: String(job), consent: "true", key: crypto.randomUUID(), ...fields }
  for (const [name, value] of Object.entries(all)) form.set(name, value)
  if (keep) form.set("keep", "true")
  if (cv) form.set("cv", new Blob([cv], { type: "application/pdf" }), "resume.pdf")
  const answer = await fetch(`${site.url}/functions/v1/submit-application`, {
    method: "POST",
    headers: { apikey: "sb_publishable_vitrine" },
    body: form,
  })
  if (!answer.ok) throw new Error(`an application: ${answer.status} ${await answer.text()}`)
}

/** The open jobs by their titles. */
export async function jobs(site: Site): Promise<{ id: number; title: string }[]> {
  return site.api("/rest/v1/job_listings?select=id,title&order=rank")
}

/** A PDF of some pages, each with a line of text. */
export function pdf(lines: string[]): string {
  const kids = lines.map((_, at) => `${4 + at * 2} 0 R`).join(" ")
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Kids[${kids}]/Count ${lines.length}>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ...lines.flatMap((line, at) => {
      const text = `BT /F1 24 Tf 72 700 Td (${line}) Tj ET`
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents ${5 + at * 2} 0 R/Resources<</Font<</F1 3 0 R>>>>>>`,
        `<</Length ${text.length}>>stream\n${text}\nendstream`,
      ]
    }),
  ]
  let file = "%PDF-1.4\n"
  const starts = objects.map((body, at) => {
    const start = file.length
    file += `${at + 1} 0 obj${body}endobj\n`
    return `${String(start).padStart(10, "0")} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${starts.join("")}`
  return `${file}${table}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`
}
