import { Ellipsis, type LucideIcon } from "lucide-react"
import { DropdownMenu } from "radix-ui"
import { type ComponentProps, useRef } from "react"
import { IconButton } from "./icon-button"

export type MenuItem = {
  label: string
  icon: LucideIcon
  danger?: boolean
  /** The keys that do the same. */
  keys?: string
  off?: boolean
  run: () => void
}

type Props = Omit<ComponentProps<typeof IconButton>, "children"> & { items: MenuItem[] }

/** What else can be done with a row, behind three dots. */
export function Menu({ items, ...button }: Props) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <IconButton {...button}>
          <Ellipsis />
        </IconButton>
      </DropdownMenu.Trigger>
      <MenuContent items={items} align="end" />
    </DropdownMenu.Root>
  )
}

/** The menu itself, of a trigger beside it. */
export function MenuContent({ items, align }: { items: MenuItem[]; align: "start" | "end" }) {
  const chosen = useRef<() => void>(undefined)
  // After the button has the focus again: a question that is asked gives it back there.
  const runChosen = () => {
    const run = chosen.current
    chosen.current = undefined
    if (run) setTimeout(run)
  }
  return (
    <DropdownMenu.Portal>
      <DropdownMenu.Content
        className="row-menu"
        align={align}
        sideOffset={4}
        onCloseAutoFocus={runChosen}
      >
        {items.map(({ label, icon: Icon, danger, keys, off, run }) => (
          <DropdownMenu.Item
            key={label}
            className={danger ? "row-menu-item row-menu-danger" : "row-menu-item"}
            disabled={off}
            onSelect={() => {
              chosen.current = run
            }}
          >
            <Icon aria-hidden="true" /> {label}
            {keys && (
              <span className="row-menu-keys" aria-hidden="true">
                {keys}
              </span>
            )}
          </DropdownMenu.Item>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Portal>
  )
}
