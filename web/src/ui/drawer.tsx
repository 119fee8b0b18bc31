import { X } from "lucide-react"
import { Dialog as Radix } from "radix-ui"
import { type ReactNode, useId } from "react"
import { keepOpenForToasts } from "./dialog"
import { IconButton } from "./icon-button"
import { useReturnFocus } from "./return-focus"

type Props = { title: string; footer?: ReactNode; onClose: () => void; children: ReactNode }

/** An open drawer at the side of the screen; a sheet at the bottom of a phone. Mount it to open it. */
export function Drawer({ title, footer, onClose, children }: Props) {
  const id = useId()
  const returnFocus = useReturnFocus()
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="scrim drawer-scrim">
          <Radix.Content
            aria-labelledby={id}
            aria-describedby={undefined}
            onPointerDownOutside={keepOpenForToasts}
            onCloseAutoFocus={returnFocus}
            className="sheet drawer"
          >
            <header className="drawer-head">
              <Radix.Title id={id} className="display min-w-0 flex-1 text-[19px] wrap-anywhere">
                {title}
              </Radix.Title>
              <IconButton label="Close" onClick={onClose}>
                <X />
              </IconButton>
            </header>
            <div className="drawer-body">{children}</div>
            {footer && <footer className="drawer-foot">{footer}</footer>}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}
