import { cva, type VariantProps } from "class-variance-authority"
import type { ReactNode } from "react"

const style = cva(
  "inline-flex h-5.5 items-center gap-1.5 rounded-[6px] px-2 text-micro font-medium tabular-nums",
  {
    variants: {
      look: {
        plain: "bg-sunken text-ink-2",
        on: "bg-edge-soft text-edge",
        warn: "bg-warn-soft text-warn",
        new: "bg-dot-soft text-dot-ink",
        bad: "bg-danger-soft text-danger",
        line: "border border-line-2 text-ink-2",
      },
    },
    defaultVariants: { look: "plain" },
  },
)

type Props = VariantProps<typeof style> & { className?: string; children: ReactNode }

export function Badge({ look, className, children }: Props) {
  return <span className={style({ look, className })}>{children}</span>
}
