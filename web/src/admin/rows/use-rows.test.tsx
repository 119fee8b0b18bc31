import { screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test } from "vitest"
import { renderPage } from "../../../test/render"
import { BrokenRows } from "./broken-rows"
import { PAGE, type Place, useRows } from "./use-rows"

let isAway = false

async function read({ from, size }: Place) {
  if (isAway && from > 0) throw { code: "22023", message: "no", details: "", hint: "" }
  return { rows: Array.from({ length: size }, (_, at) => `Row ${from + at}`), total: 200 }
}

function List() {
  const rows = useRows({ queryKey: ["test"], read, from: PAGE, to: PAGE + 20 })
  return (
    <>
      <p>{rows.row(PAGE) ?? "Not there"}</p>
      <BrokenRows broken={rows.broken} text="Unable to load rows." />
    </>
  )
}

test("rows that could not be read are not waited for in silence, and can be asked for again", async () => {
  isAway = true
  renderPage(<List />)
  expect(await screen.findByText("Unable to load rows.")).toBeVisible()
  await userEvent.click(screen.getByRole("button", { name: "Try Again" }))
  expect(screen.getByText("Unable to load rows.")).toBeVisible()
  isAway = false
  await userEvent.click(screen.getByRole("button", { name: "Try Again" }))
  expect(await screen.findByText(`Row ${PAGE}`)).toBeVisible()
  expect(screen.queryByText("Unable to load rows.")).toBeNull()
})
