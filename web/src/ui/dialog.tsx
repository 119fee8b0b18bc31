import { X } from "lucide-react"
import { Dialog as Radix } from "radix-ui"
import { type ReactNode, useId } from "react"
import { cn } from "@/lib/cn"
import { IconButton } from "./icon-button"
import { useReturnFocus } from "./return-focus"

type Props = {
  title: string
  /** Read after the title; not shown. */
  description?: string
  /** The same, shown below it. */
  subtitle?: string
  onClose: () => void
  /** Beside the title: an Edit and Preview switch, for one. */
  aside?: ReactNode
  /** Beside the button that closes it. */
  tools?: ReactNode
  footer?: ReactNode
  size?: keyof typeof WIDTHS
  /** Fills the screen's height, so that it does not jump while its content changes. */
  tall?: boolean
  children: ReactNode
}

const WIDTHS = {
  narrow: "max-w-140",
  wide: "max-w-190",
  form: "max-w-210",
  window: "sheet-window",
}

/** An open dialog: a sheet at the bottom of a phone. Mount it to open it. */
export function Dialog(props: Props) {
  const { title, description, subtitle, onClose, aside, tools, footer, children, ...look } = props
  const id = useId()
  const returnFocus = useReturnFocus()
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="scrim">
          <Radix.Content
            aria-labelledby={id}
            {...(description || subtitle ? {} : { "aria-describedby": undefined })}
            onPointerDownOutside={keepOpenForToasts}
            onEscapeKeyDown={keepOpenForOwnEscape}
            onOpenAutoFocus={focusFirstField}
            onCloseAutoFocus={returnFocus}
            className={cn("sheet", WIDTHS[look.size ?? "form"], look.tall && "h-full")}
          >
            <header className="flex flex-wrap items-center gap-4 border-b border-line px-6 py-4.5 max-md:px-5 max-md:py-3.5">
              <div className="min-w-0 flex-1">
                <Radix.Title id={id} className="display text-subtitle wrap-anywhere">
                  {title}
                </Radix.Title>
                {subtitle && (
                  <Radix.Description className="mt-1 text-ink-2">{subtitle}</Radix.Description>
                )}
              </div>
              {description && (
                <Radix.Description className="sr-only">{description}</Radix.Description>
              )}
              {aside && <div className="sheet-aside">{aside}</div>}
              {/* In its corner, beside a title of many lines too. */}
              <div className={cn("flex gap-1", !aside && "self-start")}>
                {tools}
                <IconButton label="Close" onClick={onClose}>
                  <X />
                </IconButton>
              </div>
            </header>
            {children}
            {footer && <footer className="sheet-foot">{footer}</footer>}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The part of a dialog that scrolls. */
export function DialogBody({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div className={cn("min-h-0 flex-1 overflow-auto p-6 max-md:p-5", className)}>{children}</div>
  )
}

// Radix would take the first button of the head.
function focusFirstField(event: Event) {
  const sheet = event.target as HTMLElement
  const field = sheet.querySelector<HTMLElement>(
    "form :is(input:not([type=file]), textarea), [data-first]",
  )
  if (!field) return
  event.preventDefault()
  field.focus()
}

/** Dismissing a toast is no wish to close what lies below it. Radix tells of it when the toast is gone from its list. */
export function keepOpenForToasts(event: Event) {
  if ((event.target as Element).closest("[data-toasts], .toast")) event.preventDefault()
}

// What closes on Escape by itself, such as the row of a link, closes alone.
function keepOpenForOwnEscape(event: Event) {
  if ((event.target as Element).closest("[data-own-escape]")) event.preventDefault()
}
