import { cva, type VariantProps } from "class-variance-authority"
import type { ComponentProps } from "react"
import { cn } from "@/lib/cn"

export const iconButtonStyle = cva(
  "inline-grid size-8 shrink-0 cursor-pointer place-items-center rounded-[7px] text-ink-2 transition-colors max-md:size-10 [&_svg]:size-4",
  {
    variants: {
      look: {
        plain:
          "enabled:hover:bg-ink/7 enabled:hover:text-ink [a&]:hover:bg-ink/7 [a&]:hover:text-ink",
        danger: "enabled:hover:bg-danger-soft enabled:hover:text-danger",
        done: "bg-edge-soft text-edge",
      },
    },
    defaultVariants: { look: "plain" },
  },
)

type Props = ComponentProps<"button"> & VariantProps<typeof iconButtonStyle> & { label: string }

/** A button with an icon alone; the label names the object too ("Delete Parchi"). */
export function IconButton({ label, look, className, type = "button", ...props }: Props) {
  return (
    <button
      {...props}
      type={type}
      aria-label={label}
      title={label}
      className={cn(
        iconButtonStyle({ look }),
        "disabled:cursor-not-allowed disabled:text-line-2 aria-disabled:cursor-progress",
        className,
      )}
    />
  )
}
