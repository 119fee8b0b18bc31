import type { Page } from "@playwright/test"
import type { Site } from "./admin/site"
import { everywhere, SIZES } from "./axe"
import { Line } from "./visitor/line"
import { alive, expect, shows, test } from "./visitor/test"

const JOB = "/careers/machine-learning-engineer-catalogue"
const TITLE = "Machine Learning Engineer, Catalogue"
const MB = 1 << 20

/** A real PDF, filled up to a size. */
function pdf(bytes = 0): Buffer {
  const head =
    "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n"
  const tail = "\ntrailer<</Root 1 0 R/Size 3>>\n%%EOF\n"
  const rest = Math.max(0, bytes - head.length - tail.length - 1)
  return Buffer.from(`${head}%${"x".repeat(rest)}${tail}`)
}

const file = (name: string, buffer: Buffer) => ({ name, mimeType: "application/pdf", buffer })
const docx = Buffer.from("PK\u0003\u0004word/document.xml")

const notPdf = (name: string) => `${name} is not a PDF. Save it as PDF and try again.`

/** Files that are no CV before anything is sent, with what is said. */
const WRONG: [name: string, content: Buffer, said: string][] = [
  ["resume.pdf", docx, notPdf("resume.pdf")],
  ["resume.docx", docx, notPdf("resume.docx")],
  ["empty.pdf", Buffer.alloc(0), notPdf("empty.pdf")],
  ["big.pdf", pdf(11 * MB), "big.pdf is larger than 10 MB."],
]

/** PDFs that are something else too, which the server sees. */
const POLYGLOTS: typeof WRONG = [
  ["page.pdf", Buffer.from("%PDF-1.4\n<html><script>alert(1)</script>\n%%EOF\n")],
  ["archive.pdf", Buffer.concat([pdf(), Buffer.from(`PK\u0005\u0006${"\0".repeat(18)}`)])],
].map(([name, content]) => [name, content, notPdf(name as string)] as (typeof WRONG)[0])

type Stored = { name: string; note: string; cv_file_name: string; cv_bytes: number }

const applications = (site: Site, email: string): Promise<Stored[]> =>
  site.api(`/rest/v1/job_applications?select=name,note,cv_file_name,cv_bytes&email=eq.${email}`, {
    as: "editor",
  })

const consent = (page: Page) => page.getByRole("checkbox", { name: /to decide about this job/ })
const choose = (page: Page, name: string, buffer: Buffer) =>
  page.getByLabel("CV, if you have one").setInputFiles(file(name, buffer))
const send = (page: Page) => page.getByRole("button", { name: "Send application" }).click()

async function fill(page: Page, email: string) {
  await page.locator("#apply-name").fill("Asha Rao")
  await page.locator("#apply-email").fill(email)
  await page.getByLabel("Something you finished").fill("A boat. It floats.")
  await page.getByLabel("Links, if you like").fill("https://boats.example")
  await consent(page).check()
}

const received = (page: Page) => shows(page.getByRole("status"), "Application received.")

for (const size of SIZES) {
  test.describe(`at ${size.width}`, () => {
    test.use({ viewport: size })
    const isPhone = size.width < 1024
    const apply = (page: Page) =>
      page.getByRole("link", { name: isPhone ? "Apply" : "Apply for this job", exact: true })

    test("from a job to an application that is received, in place", async ({ page, site }) => {
      const email = `walk-${size.width}@example.com`
      await page.goto("/careers")
      await alive(page)
      await page.getByRole("link", { name: TITLE }).click()
      const box = await apply(page).boundingBox()
      // In reach of a thumb: at the end of the screen, and high enough.
      if (isPhone) {
        expect(box?.height).toBe(50)
        expect(box?.y).toBeGreaterThan(size.height - 100)
      }
      await page.evaluate(() => Object.assign(window, { same: true }))
      await apply(page).click()
      await expect(page).toHaveURL(`${JOB}/apply`)
      expect(await page.evaluate(() => "same" in window)).toBe(true)
      await fill(page, email)
      await choose(page, "resume.pdf", pdf())
      await shows(page, "resume.pdf")
      await send(page)
      await received(page)
      expect(await applications(site, email)).toEqual([
        {
          name: "Asha Rao",
          note: "A boat. It floats.",
          cv_file_name: "resume.pdf",
          cv_bytes: pdf().length,
        },
      ])
      await page.getByRole("link", { name: "Back to the job" }).click()
      await expect(page).toHaveURL(JOB)
    })

    test("a wrong file is refused with the words for it", async ({ page, site, quiet }) => {
      quiet(/status of 422/)
      const email = `wrong-${size.width}@example.com`
      await page.goto(`${JOB}/apply`)
      await alive(page)
      for (const [name, content, said] of WRONG) {
        await choose(page, name, content)
        await shows(page, said)
      }
      await fill(page, email)
      for (const [name, content, said] of POLYGLOTS) {
        await choose(page, name, content)
        await shows(page, name)
        await send(page)
        await shows(page, said)
      }
      await choose(page, "resume.pdf", pdf())
      await shows(page, "resume.pdf")
      await expect(page.locator("#apply-cv-error")).toBeHidden()
      expect(await applications(site, email)).toEqual([])
    })

    test("10 MB over a line that drops in the middle, corrected and sent again", async ({
      page,
      site,
      quiet,
    }) => {
      quiet(/ERR_|Failed to load resource/)
      const line = await Line.to(site.url)
      const email = `dropped-${size.width}@example.com`
      await page.goto(`${line.url}${JOB}/apply`)
      await alive(page)
      await fill(page, email)
      await choose(page, "resume.pdf", pdf(10 * MB))
      line.stopAfter = 5 * MB
      await send(page)
      await expect(page.getByText(/^Uploading, [1-9][\d.]* of 10 MB$/)).toBeVisible()
      await expect(page.getByRole("button", { name: "Sending..." })).toBeVisible()
      line.drop()
      const failed = "Your application could not be sent. Nothing is lost: please try again."
      await shows(page, failed)
      expect(await applications(site, email)).toEqual([])

      // This time all of it arrives, and the answer is lost.
      line.stopAfter = Number.POSITIVE_INFINITY
      await page.route("**/submit-application", (route) => {
        line.losesAnswer = true
        return route.continue()
      })
      await send(page)
      await expect.poll(() => applications(site, email)).toHaveLength(1)
      await shows(page, failed)
      await page.unroute("**/submit-application")
      await page.getByLabel("Something you finished").fill("A boat. It sank.")
      await send(page)
      await received(page)
      expect(await applications(site, email)).toEqual([
        {
          name: "Asha Rao",
          note: "A boat. It sank.",
          cv_file_name: "resume.pdf",
          cv_bytes: 10 * MB,
        },
      ])
      line.close()
    })

    test.describe("without JavaScript", () => {
      test.use({ javaScriptEnabled: false })

      test("from a job to an application that is received", async ({ page, site, quiet }) => {
        quiet(/status of 4(13|22)/)
        const email = `plain-${size.width}@example.com`
        await page.goto(JOB)
        await apply(page).click()
        await expect(page).toHaveURL(`${JOB}/apply`)
        await fill(page, email)
        for (const [name, content, said] of [...WRONG, ...POLYGLOTS]) {
          await choose(page, name, content)
          await send(page)
          await shows(page, said)
        }
        await expect(page.getByLabel("Something you finished")).toHaveValue("A boat. It floats.")
        await expect(consent(page)).toBeChecked()
        await page.locator("#apply-name").fill("\u00a0")
        await choose(page, "resume.pdf", pdf())
        await send(page)
        await shows(page, "Please enter your name.")
        await shows(page, "Please choose resume.pdf again.")
        await page.locator("#apply-name").fill("Asha Rao")
        await choose(page, "resume.pdf", pdf())
        await send(page)
        await expect(page).toHaveURL((url) => url.pathname === `${JOB}/apply/received`)
        await received(page)
        await page.reload()
        await received(page)
        expect(await applications(site, email)).toHaveLength(1)
        // Whoever has only the address has sent nothing.
        await page.goto(`${JOB}/apply/received`)
        await expect(page).toHaveURL(JOB)
      })
    })
  })
}

test("what was typed is there after the page was closed, until it is sent", async ({
  page,
  context,
}) => {
  await page.goto(`${JOB}/apply`)
  await alive(page)
  await fill(page, "draft@example.com")
  await choose(page, "resume.pdf", pdf())
  await shows(page, "resume.pdf")
  await page.close()
  const again = await context.newPage()
  await again.goto(`${JOB}/apply`)
  // Nobody has to touch it first.
  await expect(again.getByLabel("Something you finished")).toHaveValue("A boat. It floats.")
  await shows(again, "Please choose resume.pdf again.")
  await expect(consent(again)).not.toBeChecked()
  await consent(again).check()
  await send(again)
  await received(again)
  await again.goto(`${JOB}/apply`)
  await alive(again)
  await expect(again.locator("#apply-name")).toHaveValue("")
})

test("everyone can use the form, and what follows it", async ({ page }) => {
  await page.goto(JOB)
  await alive(page)
  await everywhere(page, "a job with its form")
  await page.goto(`${JOB}/apply`)
  await alive(page)
  await everywhere(page, "the form")
  await send(page)
  await expect(page.locator("#apply-name")).toBeFocused()
  await shows(page, "Please tick this so that we may read what you send.")
  await choose(page, "resume.pdf", docx)
  await shows(page, "resume.pdf is not a PDF. Save it as PDF and try again.")
  await everywhere(page, "the form with mistakes")
  await choose(page, "resume.pdf", pdf())
  await shows(page, "resume.pdf")
  await fill(page, "everyone@example.com")
  await everywhere(page, "the form with a file")
  await send(page)
  await received(page)
  await everywhere(page, "an application that was received")
})
