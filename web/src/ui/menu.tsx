import { Ellipsis, type LucideIcon } from "lucide-react"
import { DropdownMenu } from "radix-ui"
import { useRef } from "react"
import { IconButton } from "./icon-button"

export type MenuItem = { label: string; icon: LucideIcon; danger?: boolean; run: () => void }

/** What else can be done with a row, behind three dots. */
export function Menu({ label, items }: { label: string; items: MenuItem[] }) {
  const chosen = useRef<() => void>(undefined)
  // After the button has the focus again: a question that is asked gives it back there.
  const runChosen = () => {
    const run = chosen.current
    chosen.current = undefined
    if (run) setTimeout(run)
  }
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <IconButton label={label}>
          <Ellipsis />
        </IconButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="row-menu"
          align="end"
          sideOffset={4}
          onCloseAutoFocus={runChosen}
        >
          {items.map(({ label, icon: Icon, danger, run }) => (
            <DropdownMenu.Item
              key={label}
              className={danger ? "row-menu-item row-menu-danger" : "row-menu-item"}
              onSelect={() => {
                chosen.current = run
              }}
            >
              <Icon aria-hidden="true" /> {label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
