// Writes src/identity/dates.json: how languages write dates and numbers. The server's engine
// has no Intl, and a page must say the same on both sides, so it is asked here, once:
// node build/dates.mjs
import { writeFileSync } from "node:fs"

// Those whose letters the faces have; others say dates as in English.
const LANGUAGES =
  "af az bs ca cs cy da de de-AT de-CH en-CA en-US es et eu fi fo fr ga gl hr hu id is it lb lt lv ms mt nb nl nn no pl pt ro sk sl sq sv sw tr"

const inYear = (month) => new Date(Date.UTC(2026, month, 16))

function waysOf(language) {
  const options = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" }
  const dates = new Intl.DateTimeFormat(language, options)
  const parts = (month) => dates.formatToParts(inYear(month))
  const long = parts(0).map(({ type, value }) => (type === "literal" ? value : `{${type}}`))
  const months = [...Array(12).keys()].map(
    (month) => parts(month).find(({ type }) => type === "month").value,
  )
  const thousands = new Intl.NumberFormat(language).formatToParts(10_000)
  return {
    date_long: long.join(""),
    // A name of two words stays one.
    date_months: months.map((name) => name.replaceAll(" ", "\u00a0")).join(" "),
    number_group: thousands.find(({ type }) => type === "group").value,
  }
}

const all = Object.fromEntries(LANGUAGES.split(" ").map((one) => [one, waysOf(one)]))
writeFileSync("src/identity/dates.json", `${JSON.stringify(all, null, 2)}\n`)
