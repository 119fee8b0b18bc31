import { Command } from "cmdk"
import { ArrowUpRight, FileText, LogOut, Monitor, Moon, Plus, Sun, UserPlus } from "lucide-react"
import { Dialog as Radix } from "radix-ui"
import { type ReactNode, useRef } from "react"
import { navigate } from "@/lib/location"
import { setTheme } from "@/lib/theme"
import { useReturnFocus } from "@/ui/return-focus"
import { signOut, useUser } from "../session/session"
import { pagesFor } from "./tree"

type Action = { label: string; icon: ReactNode; run: () => void; only?: "admin" }

const actions: Action[] = [
  { label: "Add job listing", icon: <Plus />, run: () => void navigate("/admin/careers?new=1") },
  {
    label: "Add portfolio company",
    icon: <Plus />,
    run: () => void navigate("/admin/portfolio?new=1"),
  },
  {
    label: "Add navigation link",
    icon: <Plus />,
    run: () => void navigate("/admin/navigation?new=1"),
  },
  {
    label: "Add footer link",
    icon: <Plus />,
    run: () => void navigate("/admin/footer?tab=links&new=1"),
  },
  {
    label: "Invite user",
    icon: <UserPlus />,
    run: () => void navigate("/admin/users?new=1"),
    only: "admin",
  },
  { label: "View site", icon: <ArrowUpRight />, run: () => window.open("/", "_blank", "noopener") },
  { label: "Light theme", icon: <Sun />, run: () => setTheme("light") },
  { label: "Dark theme", icon: <Moon />, run: () => setTheme("dark") },
  { label: "System theme", icon: <Monitor />, run: () => setTheme("system") },
  { label: "Sign Out", icon: <LogOut />, run: () => void signOut() },
]

/** Every screen and action, a few keys away. */
export default function Palette({ onClose }: { onClose: () => void }) {
  // After a choice the focus belongs to where it leads, not to where it was.
  const isChosen = useRef(false)
  const returnFocus = useReturnFocus()
  const { role } = useUser()
  const choose = (run: () => void) => () => {
    isChosen.current = true
    onClose()
    run()
  }
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className="scrim items-start! pt-[12dvh]! max-md:px-3! max-md:pt-3!">
          <Radix.Content
            className="sheet max-w-140 rounded-dialog!"
            aria-describedby={undefined}
            onCloseAutoFocus={(event) =>
              isChosen.current ? event.preventDefault() : returnFocus(event)
            }
          >
            <Radix.Title className="sr-only">Go to a screen or run an action</Radix.Title>
            <Command label="Commands" loop>
              <Command.Input
                placeholder="Go to a screen or run an action"
                className="h-13 w-full border-b border-line bg-transparent px-5 text-[15px] outline-none"
              />
              <Command.List className="max-h-96 overflow-auto p-2">
                <Command.Empty className="p-6 text-center text-ink-2">No match</Command.Empty>
                <Command.Group heading="Screens" className="palette-group">
                  {pagesFor(role).map(({ path, names }) => (
                    <Command.Item
                      key={path}
                      value={names.at(-1)}
                      // The outermost group holds nearly all of them, so its name finds nothing.
                      keywords={names.slice(1, -1)}
                      className="menu-item"
                      onSelect={choose(() => void navigate(path))}
                    >
                      <FileText aria-hidden="true" />
                      {names.at(-1)}
                      <span className="ml-auto truncate text-label text-ink-3">
                        {names.slice(0, -1).join(" / ")}
                      </span>
                    </Command.Item>
                  ))}
                </Command.Group>
                <Command.Group heading="Actions" className="palette-group">
                  {actions
                    .filter(({ only }) => !only || only === role)
                    .map(({ label, icon, run }) => (
                      <Command.Item key={label} className="menu-item" onSelect={choose(run)}>
                        {icon}
                        {label}
                      </Command.Item>
                    ))}
                </Command.Group>
              </Command.List>
            </Command>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}
