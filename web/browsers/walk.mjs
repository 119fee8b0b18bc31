// The walks of a visitor and of an editor, the same in every browser:
// node walk.mjs firefox|webkit, with SITE, EMAIL and PASSWORD in the environment.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Person } from "./person.mjs"
import { picture } from "./picture.mjs"

const { SITE, EMAIL, PASSWORD, PICTURES } = process.env
const browser = process.argv[2]
const { open } = await import(`./${browser}.mjs`)
const SIZE = { width: 1440, height: 1000 }
const JOB = "Machine Learning Engineer, Catalogue"

const button = (name, more) => ({ css: "button", name, ...more })
const link = (name, more) => ({ css: "a", name, ...more })
const field = (name, more) => ({ css: "input, textarea", name, ...more })
const inPreview = (field) => ({ css: `[data-field="${field}"]`, framed: true })

let done = 0
const step = async (what, work) => {
  console.error(`${browser}: ${what}`)
  await work()
  done++
}

let token = ""
async function api(path, body) {
  const answer = await fetch(SITE + path, {
    method: body ? "POST" : "GET",
    headers: {
      apikey: "sb_publishable_vitrine",
      "content-type": "application/json",
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: body && JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

async function visitor(me) {
  const reads = (text) => me.sees({ css: "main h1" }, (found) => found.text.includes(text))
  await step("the pages, one after the other", async () => {
    await me.visit("/")
    await reads("")
    await me.press(link("^About Us$"))
    await me.until("the page about us", () => me.at("/about"))
    await reads("")
    await me.press(link("^Careers$"))
    await me.until("the careers", () => me.at("/careers"))
  })
  await step("a job, and back", async () => {
    await me.press(link(JOB))
    await reads(JOB)
    await me.press(link("Back to all jobs"))
    await me.sees(link(JOB))
  })
  await step("a message is sent", async () => {
    await me.visit("/contact")
    await me.fill(field("^Name"), "Asha Rao")
    await me.fill(field("^Email$", { at: 0 }), "asha@example.com")
    await me.fill(field("^Subject"), `Seen in ${browser}`)
    await me.fill(field("^Message"), "1 < 2")
    await me.press(button("^Send message"))
    await me.sees({ css: "p, h2, div", name: "^Your message has been received\\." })
    const stored = await api("/rest/v1/contact_form_submissions?select=subject,message")
    if (
      JSON.stringify(stored) !==
      JSON.stringify([{ subject: `Seen in ${browser}`, message: "1 < 2" }])
    )
      throw new Error(`stored is ${JSON.stringify(stored)}`)
  })
}

async function editor(me) {
  await step("signing in", async () => {
    await me.visit("/admin")
    // The set-up of a fresh site has a walk of its own.
    await me.page.evaluate(() => localStorage.setItem("vitrine-setup", "seen"))
    await me.fill(field("^Email$"), EMAIL)
    await me.fill(field("^Password$"), PASSWORD)
    await me.press(button("^Sign in$"))
    await me.until("the dashboard is there", () => me.at("/admin"))
  })
  const title = field("^Title$")
  const [{ title: before }] = await api("/rest/v1/hero_content?select=title")
  await step("the preview follows typing", async () => {
    await me.visit("/admin/hero")
    await me.sees(inPreview("hero//title"))
    await me.fill(title, "Shelves. We fill them.")
    await me.sees(inPreview("hero//title"), (found) => found.text.includes("Shelves."))
  })
  await step("the preview by night", async () => {
    await me.press({ css: "button, label", name: "^Dark$" })
    await me.until("the page is dark", () =>
      me.page.evaluate(() => {
        const frame = document.querySelector('iframe[title^="Preview of"]')
        const [red] = getComputedStyle(frame.contentDocument.body).backgroundColor.match(/\d+/g)
        return Number(red) < 64
      }),
    )
  })
  await step("an element leads to its field", async () => {
    const area = inPreview("hero//featured_areas.1.title")
    const { text } = await me.reach(area)
    await me.press(area)
    await me.until("its field has the focus", async () => {
      const value = await me.page.evaluate(() => document.activeElement?.value)
      return value === text
    })
  })
  await step("saved, and undone in the toast", async () => {
    await me.until(
      "the server is reached",
      async () => !(await me.look({ css: "main", name: "cannot be reached" })),
    )
    await me.press(button("^Save Changes"))
    await me.sees({ css: "[data-toasts] li", name: "Undo" })
    await me.press({ css: "[data-toasts] button", name: "Undo" })
    await me.sees({ css: "[data-toasts] li", name: "Undone\\." })
    await me.sees(title, (found) => found.value === before)
    const [{ title: after }] = await api("/rest/v1/hero_content?select=title")
    if (after !== before) throw new Error(`the title is ${after}`)
  })
  await step("links are dragged into another order", () => reorder(me))
  await step("pictures are chosen and pasted", () => upload(me))
  await step("the focal point is set, and a crop", () => frame(me))
}

async function reorder(me) {
  await me.visit("/admin/navigation")
  const from = await me.reach(button("^Drag About Us$"))
  const onto = await me.reach(button("^Drag Careers$"))
  await me.page.move(from.x, from.y)
  await me.page.down()
  await me.page.move(from.x, from.y + 10)
  // Before the list is measured a move changes nothing.
  await me.until("the link is over its new place", async () => {
    await me.page.move(from.x, onto.y - 2)
    await me.page.move(from.x, onto.y + 3)
    return me.page.evaluate(() =>
      [...document.querySelectorAll('[role="status"]')].some((one) =>
        one.textContent.includes("is over position 3 of"),
      ),
    )
  })
  await me.page.up()
  await me.until("the order is stored", async () => {
    const links = await api("/rest/v1/navigation_links?select=name&order=order")
    return links.map(({ name }) => name).join() === "Home,Careers,About Us,Blog,Contact"
  })
}

async function upload(me) {
  const folder = mkdtempSync(join(tmpdir(), "vitrine-walk-"))
  try {
    const path = join(folder, "shelf.png")
    writeFileSync(path, picture(900, 300))
    await me.visit("/admin/media")
    await me.sees({ css: "main h1", name: "Media" })
    await me.page.choose('input[type="file"]', path)
    await me.sees(button("shelf\\.png"))
  } finally {
    rmSync(folder, { recursive: true })
  }
  await me.page.evaluate((bytes) => {
    const data = new DataTransfer()
    const array = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))
    data.items.add(new File([array], "hand.png", { type: "image/png" }))
    // Firefox makes no event of its own with files in it.
    dispatchEvent(Object.defineProperty(new Event("paste"), "clipboardData", { value: data }))
  }, picture(40, 30).toString("base64"))
  await me.sees(button("hand\\.png"))
}

async function frame(me) {
  const stored = async () => (await api("/rest/v1/media?file_name=eq.shelf.png"))[0]
  await me.press(button("shelf\\.png"))
  const pane = await me.reach({ css: ".focal-pane" })
  await me.pressAt(pane.x - pane.width / 4, pane.y)
  await me.press({ css: "[role=dialog] button", name: "^Save$" })
  await me.until(
    "the focal point is stored",
    async () => Math.abs((await stored()).focal_x - 0.25) < 0.05,
  )
  await me.press({ css: "[role=dialog] button", name: "^Crop" })
  await me.press({ css: "[role=dialog] button", name: "^Sharing" })
  const crop = await me.reach({ css: '[role=slider][aria-label="Sharing frame"]' })
  await me.page.move(crop.x, crop.y)
  await me.page.down()
  await me.page.move(crop.x + 20, crop.y)
  await me.page.move(crop.x + 60, crop.y)
  await me.page.up()
  await me.press(button("^Use this crop"))
  const { sharing } = await me.until("the crop is stored", async () => {
    const { crops } = await stored()
    return crops.sharing.width > 0 && crops
  })
  // It began around the focal point, at the left.
  if (sharing.x <= 0) throw new Error(`the frame stayed at ${sharing.x}`)
}

const page = await open(SIZE)
const me = new Person(page, SITE)
process.once("SIGINT", () => page.close().finally(() => process.exit(1)))
try {
  token = (await api("/auth/v1/token?grant_type=password", { email: EMAIL, password: PASSWORD }))
    .access_token
  await visitor(me)
  await editor(me)
  await me.wellSoFar()
  console.log(`${page.name}: ${done} steps of a visitor and an editor`)
} catch (error) {
  if (PICTURES) await page.picture(join(PICTURES, `${browser}.png`)).catch(() => {})
  throw error
} finally {
  await page.close().catch(() => {})
}
