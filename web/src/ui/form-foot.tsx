import type { ComponentProps } from "react"
import { Button } from "./button"

type Props = Pick<
  ComponentProps<typeof Button>,
  "form" | "disabled" | "pending" | "pendingLabel"
> & {
  action: string
  onCancel: () => void
}

/** The buttons below the form of a dialog. */
export function FormFoot({ action, onCancel, ...submit }: Props) {
  return (
    <>
      <Button onClick={onCancel} disabled={submit.pending}>
        Cancel
      </Button>
      <Button type="submit" look="primary" {...submit}>
        {action}
      </Button>
    </>
  )
}
