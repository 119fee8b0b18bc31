import { X } from "lucide-react"
import { Dialog as Radix } from "radix-ui"
import { type ReactNode, useEffect, useId } from "react"
import { cn } from "@/lib/cn"
import { keepOpenForToasts } from "./dialog"
import { IconButton } from "./icon-button"
import { useReturnFocus } from "./return-focus"

type Props = {
  title: string
  /** In place of the title, which is read out all the same. */
  head?: ReactNode
  footer?: ReactNode
  /** Its buttons stand beside each other on a phone too. */
  isFootRow?: boolean
  /** What it covers, where all else is to stay in reach. */
  over?: HTMLElement | null
  onClose: () => void
  children: ReactNode
}

/** An open drawer at the side of the screen; a sheet at the bottom of a phone. Mount it to open it. */
export function Drawer({ title, head, footer, isFootRow, over, onClose, children }: Props) {
  const id = useId()
  const returnFocus = useReturnFocus()
  useEffect(() => {
    if (!over) return
    over.inert = true
    return () => {
      over.inert = false
    }
  }, [over])
  const content = (
    <Radix.Content
      aria-labelledby={id}
      aria-describedby={undefined}
      onPointerDownOutside={keepOpenForToasts}
      // Who opens it reads first; its tools are a key away.
      onOpenAutoFocus={(event) => {
        if (!head) return
        event.preventDefault()
        ;(event.currentTarget as HTMLElement).focus()
      }}
      onInteractOutside={(event) => over && event.preventDefault()}
      onCloseAutoFocus={(event) => {
        // What is inert takes no focus.
        if (over) over.inert = false
        returnFocus(event)
      }}
      className={over ? "drawer drawer-over" : "sheet drawer"}
    >
      <header className="drawer-head">
        <Radix.Title
          id={id}
          className={head ? "sr-only" : "display min-w-0 flex-1 text-[19px] wrap-anywhere"}
        >
          {title}
        </Radix.Title>
        {head}
        <IconButton label="Close" onClick={onClose}>
          <X />
        </IconButton>
      </header>
      <div className="drawer-body">{children}</div>
      {footer && (
        <footer className={cn("drawer-foot", isFootRow && "drawer-foot-row")}>{footer}</footer>
      )}
    </Radix.Content>
  )
  return (
    <Radix.Root open modal={!over} onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal container={over?.parentElement}>
        {over ? content : <Radix.Overlay className="scrim drawer-scrim">{content}</Radix.Overlay>}
      </Radix.Portal>
    </Radix.Root>
  )
}
