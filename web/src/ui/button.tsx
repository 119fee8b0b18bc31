import { cva, type VariantProps } from "class-variance-authority"
import type { ComponentProps } from "react"
import { cn } from "@/lib/cn"
import { Roller } from "./roller"

export const buttonStyle = cva(
  "inline-flex shrink-0 cursor-pointer items-center justify-center gap-2 rounded-control border font-medium whitespace-nowrap transition-colors [&_svg]:size-4 [&_svg]:shrink-0",
  {
    variants: {
      look: {
        primary:
          "border-transparent bg-ink text-on-ink enabled:hover:bg-edge-hover enabled:hover:text-on-edge disabled:border-line disabled:bg-sunken disabled:text-ink-3",
        secondary:
          "border-line-2 bg-surface text-ink hover:border-field disabled:border-line disabled:bg-sunken disabled:text-ink-3",
        ghost:
          "border-transparent text-ink-2 hover:bg-ink/6 hover:text-ink disabled:bg-transparent disabled:text-ink-3",
        danger:
          "border-transparent bg-danger text-on-danger enabled:hover:bg-danger-hover disabled:border-line disabled:bg-sunken disabled:text-ink-3",
      },
      size: {
        sm: "h-8.5 px-3",
        md: "h-9.5 px-3.5 max-md:h-10",
        lg: "h-11.5 px-4 text-[15px]",
      },
    },
    defaultVariants: { look: "secondary", size: "md" },
  },
)

type Props = ComponentProps<"button"> &
  VariantProps<typeof buttonStyle> & {
    pending?: boolean
    /** Takes the label's place while pending; room for it is kept, so the button does not jump. */
    pendingLabel?: string
  }

export function Button({
  look,
  size,
  pending = false,
  pendingLabel,
  className,
  children,
  onClick,
  type = "button",
  ...props
}: Props) {
  return (
    <button
      {...props}
      type={type}
      className={cn(
        buttonStyle({ look, size }),
        "disabled:cursor-not-allowed aria-disabled:cursor-progress",
        className,
      )}
      aria-disabled={pending || undefined}
      onClick={(event) => (pending ? event.preventDefault() : onClick?.(event))}
    >
      {pendingLabel ? (
        <span className="grid place-items-center">
          <Label shown={!pending}>{children}</Label>
          <Label shown={pending}>
            <Roller />
            {pendingLabel}
          </Label>
        </span>
      ) : (
        children
      )}
    </button>
  )
}

function Label({ shown, children }: { shown: boolean; children: React.ReactNode }) {
  return (
    <span
      className="inline-flex items-center gap-2 [grid-area:1/1]"
      style={shown ? undefined : { visibility: "hidden" }}
      aria-hidden={!shown || undefined}
    >
      {children}
    </span>
  )
}
