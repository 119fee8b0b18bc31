import type { ComponentProps } from "react"
import { Button } from "./button"

type Props = Pick<
  ComponentProps<typeof Button>,
  "form" | "disabled" | "pending" | "pendingLabel"
> & {
  action: string
  onCancel: () => void
  /** Another button that saves, and says so by its value. */
  also?: { label: string; value: string }
}

/** The buttons below the form of a dialog. */
export function FormFoot({ action, onCancel, also, ...submit }: Props) {
  return (
    <>
      <Button
        onClick={onCancel}
        disabled={submit.pending}
        className={also && "foot-cancel max-md:hidden"}
      >
        Cancel
      </Button>
      <Button type="submit" look={also ? undefined : "primary"} {...submit}>
        {action}
      </Button>
      {also && (
        <Button
          type="submit"
          look="primary"
          form={submit.form}
          value={also.value}
          disabled={submit.disabled || submit.pending}
        >
          {also.label}
        </Button>
      )}
    </>
  )
}
