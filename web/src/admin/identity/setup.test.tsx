import { screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test } from "vitest"
import { renderPage } from "../../../test/render"
import { serve, signIn } from "../../../test/server"
import SetupPage from "./setup-page"

const site = await serve()
await signIn("admin")

const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }))

test("four steps make it another studio's site, without the samples", async () => {
  renderPage(<SetupPage />)
  expect(await screen.findByRole("heading", { name: "Whose site is this?" })).toHaveFocus()
  expect(screen.getByRole("button", { name: "Continue" })).toBeDisabled()
  await userEvent.type(screen.getByLabelText("Studio name"), "Tallyrow")
  await userEvent.type(screen.getByLabelText("City, optional"), "Lagos")
  await userEvent.type(screen.getByLabelText("Email, optional"), "hello@tallyrow.test")
  await press("Continue")

  await press(/^Clay/)
  await press("Back")
  expect(screen.getByLabelText("Studio name")).toHaveValue("Tallyrow")
  await press("Continue")
  await press("Continue with Clay")

  expect(screen.getByRole("radio", { name: /^Workshop/ })).toBeChecked()
  await press("Continue")
  expect(screen.getByRole("heading", { name: "Tallyrow is ready." })).toBeVisible()
  await userEvent.click(screen.getByLabelText("Remove them"))
  await press("Save")

  await waitFor(async () => {
    const [row] = await site.api("/rest/v1/site_settings?select=*")
    expect(row).toMatchObject({
      name: "Tallyrow",
      city: "Lagos",
      theme: { art: "blocks", type: "ledger", pack: "workshop" },
      mark: { frame: "tile", initial: "T" },
    })
  })
  for (const table of ["job_listings", "portfolio_companies", "team_members"])
    expect(await site.api(`/rest/v1/${table}?select=id`)).toEqual([])
  // A server that is slow to read has the page before it shown meanwhile.
  for (const path of ["/", "/about", "/careers", "/contact"])
    await waitFor(async () => {
      const page = await (await fetch(site.url + path)).text()
      expect(page).toContain("Tallyrow")
      expect(page).not.toMatch(/vitrine\.example|social\.example/)
    })
  const [contact] = await site.api("/rest/v1/contact_info?select=*")
  expect(contact).toMatchObject({ email: "hello@tallyrow.test", location: "Lagos" })
})

test("run again, it leaves alone what somebody wrote", async () => {
  const [hero] = await site.api("/rest/v1/hero_content?select=*")
  expect(hero.version).toBeGreaterThan(1)
  renderPage(<SetupPage />)
  expect(await screen.findByLabelText("Studio name")).toHaveValue("Tallyrow")
  for (const name of ["Continue", /^Continue/]) await press(name)
  await userEvent.click(screen.getByRole("radio", { name: /^Observatory/ }))
  await press("Continue")
  await press("Save")
  await waitFor(async () => {
    const [row] = await site.api("/rest/v1/site_settings?select=*")
    expect(row.theme.pack).toBe("observatory")
  })
  expect((await site.api("/rest/v1/hero_content?select=*"))[0].title).toBe(hero.title)
})

test("samples that are kept name the studio, not the program", async () => {
  const kept = await serve()
  await signIn("admin")
  renderPage(<SetupPage />)
  await userEvent.type(await screen.findByLabelText("Studio name"), "Northbeam")
  await userEvent.type(screen.getByLabelText("City, optional"), "Lisbon")
  await userEvent.type(screen.getByLabelText("Email, optional"), "ola@northbeam.test")
  for (const name of ["Continue", /^Continue/, "Continue", "Save"]) await press(name)
  await waitFor(async () =>
    expect(await kept.api("/rest/v1/site_settings?select=name")).toEqual([{ name: "Northbeam" }]),
  )
  const jobs = JSON.stringify(await kept.api("/rest/v1/job_listings?select=location,how_to_apply"))
  expect(jobs).toContain("mailto:ola@northbeam.test")
  expect(jobs).not.toMatch(/vitrine|Delhi|India/i)
})
