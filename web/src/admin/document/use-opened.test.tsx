import { render, screen } from "@testing-library/react"
import { expect, test, vi } from "vitest"
import { useOpened } from "./use-opened"

function Opener() {
  const [opened, open] = useOpened<number>()
  return (
    <>
      <button type="button" onClick={() => open(1)}>
        Edit
      </button>
      {opened && (
        <button type="button" onClick={() => open()}>
          Close
        </button>
      )}
    </>
  )
}

test("the press that opens a dialog is over before its form is drawn, and closing is at once", async () => {
  render(<Opener />)
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false) // as in a browser: act would wait for the form
  screen.getByText("Edit").click()
  await null // what belongs to the press itself
  expect(screen.queryByText("Close")).toBeNull()
  const close = await screen.findByText("Close")
  close.click()
  await null
  expect(screen.queryByText("Close")).toBeNull()
  vi.unstubAllGlobals()
})
