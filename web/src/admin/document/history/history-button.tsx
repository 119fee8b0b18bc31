import { History as Icon } from "lucide-react"
import { lazy, Suspense, startTransition, useEffect, useRef, useState } from "react"
import { closeOnBack, useParam } from "@/lib/location"
import { Button } from "@/ui/button"
import { IconButton } from "@/ui/icon-button"
import type { History } from "./history"

// What compares versions is loaded when somebody looks at them.
const HistoryDrawer = lazy(() => import("./drawer"))

type Props = {
  history: History
  small?: boolean
  /** What it says where it stands in a sentence. */
  label?: string
}

/** Opens the versions of the document that a form edits; that of the form itself also where the address asks for one (?history=hero.5). */
export function HistoryButton({ history, small, label }: Props) {
  const [isOpen, setOpen] = useState(false)
  const leave = useRef<() => void>(undefined)
  const open = () => {
    if (leave.current) return
    leave.current = closeOnBack(() => {
      leave.current = undefined
      setOpen(false)
    })
    // In slices: the press is seen before the versions are drawn.
    startTransition(() => setOpen(true))
  }
  useEffect(() => () => leave.current?.(), [])
  const [asked, setAsked] = useParam("history", "")
  const [document, revision] = asked.split(".")
  const isAsked = !label && document === history.place.document
  const close = () => {
    setOpen(false)
    leave.current?.()
    leave.current = undefined
    if (isAsked) setAsked("")
  }
  return (
    <>
      {small ? (
        <IconButton label="History" onClick={open}>
          <Icon />
        </IconButton>
      ) : (
        <Button onClick={open} size={label ? "sm" : "md"}>
          {!label && <Icon aria-hidden="true" />} {label ?? "History"}
        </Button>
      )}
      {(isOpen || isAsked) && (
        <Suspense>
          <HistoryDrawer
            history={history}
            at={isAsked ? Number(revision) : undefined}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  )
}
