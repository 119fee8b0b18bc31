import { useEffect, useEffectEvent, useRef, useState } from "react"
import { letter as declared } from "@/lib/documents.gen"
import { navigate, useParam } from "@/lib/location"
import { toast } from "@/lib/toast"
import { Loaded } from "../document/loaded"
import { useEdited } from "../document/use-edited"
import { useLost } from "../document/use-lost"
import { useLetters } from "./api"
import { Composer } from "./composer"
import { writePathOf } from "./paths"

/** A new letter, or the one that the address names (?letter=5), beside the mail that it becomes. */
export default function ComposerPage() {
  const query = useLetters()
  const [asked] = useParam("letter", "")
  const { sitting, stay } = useSitting(asked)
  const { lost, isRead } = useLost(declared.name, query.data, sitting)
  const edited = useEdited(query.data, Number(asked), lost)
  const isMade = sitting.made === asked
  const isThere = !asked || !!edited.row || isMade
  const isMissing = !isThere && !!query.data && isRead
  const leave = useEffectEvent(() => {
    toast.error("It is not there any more", "What was deleted is in Trash for a while.")
    void navigate("/admin/letters", { replace: true })
  })
  useEffect(() => {
    if (isMissing) leave()
  }, [isMissing])
  return (
    <Loaded query={query} failed={{ text: "The letters could not be loaded." }}>
      {() =>
        isThere && (
          <Composer
            key={sitting.key}
            edited={edited}
            onMade={(one) => {
              stay(String(one.id))
              void navigate(writePathOf(one), { replace: true })
            }}
          />
        )
      }
    </Loaded>
  )
}

/** One form for as long as it is about the same letter: a new one that gets its address stays in it. */
function useSitting(asked: string) {
  const made = useRef<string>(undefined)
  const [sitting, sit] = useState<{ key: number; asked: string; made?: string }>({ key: 0, asked })
  if (asked !== sitting.asked) {
    const isSame = asked === made.current
    sit({ key: sitting.key + (isSame ? 0 : 1), asked, made: isSame ? asked : undefined })
  }
  // It is made once.
  useEffect(() => {
    if (asked === sitting.made) made.current = undefined
  }, [asked, sitting.made])
  return {
    sitting,
    stay: (id: string) => {
      made.current = id
    },
  }
}
