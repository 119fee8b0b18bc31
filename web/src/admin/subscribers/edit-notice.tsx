import { useQuery } from "@tanstack/react-query"
import { copy } from "@/lib/clipboard"
import { feedMoment } from "@/lib/format"
import { Button } from "@/ui/button"
import { Notice } from "@/ui/notice"
import { focusHead } from "@/ui/return-focus"
import { type Subscriber, subscriber } from "./api"
import { EmailEdit } from "./email-edit"
import type { Edit } from "./use-edit"

type Props = { edit: Edit; of: Subscriber }

/** What an editor should know about the address being changed: that it was recovered, or that its subscriber is gone. */
export function EditNotice({ edit, of }: Props) {
  const { data } = useQuery({ ...subscriber(of.id), initialData: of })
  if (data === null) return <Gone edit={edit} of={of} />
  return edit.recovered === undefined ? null : <Recovered edit={edit} of={of} at={edit.recovered} />
}

// The button goes with its notice.
const leave = ({ edit, of }: Props) => {
  edit.stop(of)
  focusHead()
}

function Gone({ edit, of }: Props) {
  return (
    <Notice
      text={`Someone else deleted ${of.email} while you were editing it. You typed ${edit.typed}.`}
    >
      <Button size="sm" onClick={() => void copy(edit.typed)}>
        Copy my text
      </Button>
      <Button size="sm" onClick={() => leave({ edit, of })}>
        Close
      </Button>
    </Notice>
  )
}

// Above the list, in which its row may be far away.
function Recovered({ edit, of, at }: Props & { at: number }) {
  return (
    <>
      <Notice text={`Your unsaved changes from ${feedMoment(at)} were recovered.`}>
        <Button size="sm" onClick={() => leave({ edit, of })}>
          Discard them
        </Button>
      </Notice>
      <section aria-label={of.email} className="card mb-5 grid gap-2.5 p-4.5">
        <h2 className="truncate text-[15px] font-medium" title={of.email}>
          {of.email}
        </h2>
        <EmailEdit edit={edit} of={of} />
      </section>
    </>
  )
}
