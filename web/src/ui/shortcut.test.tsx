import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { useRef } from "react"
import { expect, test, vi } from "vitest"
import { useCommandKey } from "@/lib/shortcut"
import { Confirm } from "./confirm"
import { Tabs } from "./tabs"

function Form({ save }: { save: () => void }) {
  const form = useRef<HTMLFormElement>(null)
  useCommandKey("s", save, { on: form })
  // As the form of a job is while its preview shows.
  return <form ref={form} hidden />
}

const press = () => userEvent.keyboard("{Control>}s{/Control}")

test("the keys reach the form of the tab that is shown, and no other", async () => {
  const [first, second] = [vi.fn(), vi.fn()]
  render(
    <Tabs
      label="Parts"
      value="second"
      onChange={() => {}}
      tabs={[
        { value: "first", label: "First", content: <Form save={first} /> },
        { value: "second", label: "Second", content: <Form save={second} /> },
      ]}
    />,
  )
  await press()
  expect(first).not.toHaveBeenCalled()
  expect(second).toHaveBeenCalledOnce()
})

test("the keys do not reach a form below an open dialog", async () => {
  const save = vi.fn()
  const page = (isAsking: boolean) => (
    <>
      <main>
        <Form save={save} />
      </main>
      {isAsking && (
        <Confirm title="Sure?" text="" action="Yes" onConfirm={() => {}} onCancel={() => {}} />
      )}
    </>
  )
  const { rerender } = render(page(true))
  expect(screen.getByRole("alertdialog")).toBeVisible()
  await press()
  expect(save).not.toHaveBeenCalled()
  rerender(page(false))
  await press()
  expect(save).toHaveBeenCalledOnce()
})
