import { History as Icon } from "lucide-react"
import { lazy, Suspense, useState } from "react"
import { Button } from "@/ui/button"
import { IconButton } from "@/ui/icon-button"
import type { History } from "./history"

// What compares versions is loaded when somebody looks at them.
const HistoryDrawer = lazy(() => import("./drawer"))

/** Opens the versions of the document that a form edits. */
export function HistoryButton({ history, small }: { history: History; small?: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  return (
    <>
      {small ? (
        <IconButton label="History" onClick={open}>
          <Icon />
        </IconButton>
      ) : (
        <Button onClick={open}>
          <Icon aria-hidden="true" /> History
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <HistoryDrawer history={history} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
