import { PEOPLE } from "./admin/site"
import { apart, expect, test, toast } from "./admin/test"
import { press, WAYS } from "./admin/ways"

for (const { how, size, act } of WAYS)
  test(`a conflict in the same fields is solved field by field, ${how}`, async ({
    page,
    site,
    signIn,
    expects,
  }) => {
    expects(/409/)
    await page.setViewportSize(size)
    await apart(page)
    await signIn("admin", "/admin/process-text")
    const title = page.getByLabel("Main Title")
    const subtitle = page.getByLabel("Subtitle")
    await title.fill(`My title ${how}`)
    await subtitle.fill(`My subtitle ${how}`)
    await site.api("/rest/v1/process_content?id=eq.1", {
      method: "PATCH",
      as: "editor",
      body: JSON.stringify({ title: `Their title ${how}`, subtitle: `Their subtitle ${how}` }),
    })
    await expect(page.getByText(/was changed by someone else/)).toBeVisible()
    await act(page.getByRole("button", { name: "Save Changes" }))
    const dialog = page.getByRole("dialog", { name: "Not saved yet: choose for 2 fields" })
    const yours = (field: string) =>
      dialog.getByRole("group", { name: field }).getByRole("radio", { name: /^Yours/ })
    const theirs = dialog
      .getByRole("group", { name: "Subtitle" })
      .getByRole("radio", { name: `Theirs ${PEOPLE.editor.email}` })
    const takeTheirs = async () => {
      await expect(yours("Main Title")).toBeChecked()
      await expect(yours("Subtitle")).toBeChecked()
      // Radios are chosen by the arrows without a mouse.
      if (size.width > 390) await theirs.check()
      else await press(yours("Subtitle"), "ArrowDown")
      await expect(theirs).toBeChecked()
    }
    await takeTheirs()
    // Nothing is lost on the way out, and the choice can be made again.
    await page.keyboard.press("Escape")
    await expect(title).toHaveValue(`My title ${how}`)
    await expect(subtitle).toHaveValue(`My subtitle ${how}`)
    await act(page.getByRole("button", { name: "Save Changes" }))
    await takeTheirs()
    await act(dialog.getByRole("button", { name: "Use this and save" }))
    await toast(page, "Success!", "Process text has been updated.")
    expect(await site.api("/rest/v1/process_content?select=title,subtitle")).toEqual([
      { title: `My title ${how}`, subtitle: `Their subtitle ${how}` },
    ])
  })

for (const { how, size, act } of WAYS)
  test(`changes of different fields are put together, and taken apart again, ${how}`, async ({
    page,
    site,
    signIn,
    expects,
  }) => {
    expects(/409/)
    await page.setViewportSize(size)
    await apart(page)
    await signIn("admin", "/admin/hero")
    const stored = () => site.api("/rest/v1/hero_content?select=title,subtitle")
    const [{ subtitle: before }] = await stored()
    const theirs = `<p>Their subtitle ${how}</p>`
    await page.getByRole("textbox", { name: "Title" }).first().fill(`My title ${how}`)
    await site.api("/rest/v1/hero_content?id=eq.1", {
      method: "PATCH",
      as: "editor",
      body: JSON.stringify({ subtitle: theirs }),
    })
    const notice = page.getByRole("status").filter({ hasText: PEOPLE.editor.email })
    await expect(notice.filter({ hasText: "It is in the form" })).toContainText("changed Subtitle")
    await act(page.getByRole("button", { name: "Save Changes" }))
    await toast(page, "Success", "Hero content has been updated.")
    await expect(notice.filter({ hasText: "both changes are on the site" })).toBeVisible()
    expect(await stored()).toEqual([{ title: `My title ${how}`, subtitle: theirs }])
    await act(notice.getByRole("button", { name: "Undo" }))
    await toast(page, "Out of the form", "It stays on the site until you save.")
    expect(await stored()).toMatchObject([{ subtitle: theirs }])
    await act(page.getByRole("button", { name: "Save Changes" }))
    await toast(page, "Success", "Hero content has been updated.")
    expect(await stored()).toEqual([{ title: `My title ${how}`, subtitle: before }])
  })
