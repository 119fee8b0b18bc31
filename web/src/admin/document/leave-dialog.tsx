import { unsaved } from "@/lib/unsaved"
import { Confirm } from "@/ui/confirm"

/** Asks before changes are lost. */
export default function LeaveDialog() {
  return (
    <Confirm
      title="Discard unsaved changes?"
      text="You have changes that are not saved. They are lost if you leave."
      action="Discard changes"
      cancel="Keep editing"
      danger
      onConfirm={() => unsaved.reply(true)}
      onCancel={() => unsaved.reply(false)}
    />
  )
}
