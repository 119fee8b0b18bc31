import { Dialog as Radix } from "radix-ui"
import type { ReactNode, RefObject } from "react"

type Props = {
  className: string
  /** Gets the focus back from a menu that was dismissed; one that led away leaves it to the next screen. */
  back: RefObject<HTMLElement | null>
  onClose: () => void
  children: ReactNode
}

/** A menu that lies over the screen. */
export function Over({ className, back, onClose, children }: Props) {
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content
          className={className}
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            back.current?.focus()
          }}
        >
          <Radix.Title className="sr-only">Menu</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
