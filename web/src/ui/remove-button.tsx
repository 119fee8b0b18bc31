import { Trash2 } from "lucide-react"
import { type ComponentProps, useLayoutEffect, useRef } from "react"
import { Button } from "./button"
import { IconButton } from "./icon-button"
import { afterRow } from "./row-focus"

type Props = Omit<ComponentProps<typeof IconButton>, "ref"> & {
  /** What is written beside the icon. */
  text?: string
}

/** Takes a row away. The focus that it has when it goes with the row stays in the list. */
export function RemoveButton({ look = "danger", children = <Trash2 />, text, ...props }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const own = button.current
    return () => {
      if (!own || own !== document.activeElement) return
      const next = afterRow(own)
      // The row is still there; what it leaves behind is known a moment later. In a long list it may only have scrolled away.
      requestAnimationFrame(() => next()?.focus({ preventScroll: true }))
    }
  }, [])
  if (text)
    return (
      <Button
        look="ghost"
        size="sm"
        aria-label={props.label}
        onClick={props.onClick}
        ref={button}
        data-remove
      >
        {children} {text}
      </Button>
    )
  return (
    <IconButton {...props} look={look} ref={button} data-remove>
      {children}
    </IconButton>
  )
}
