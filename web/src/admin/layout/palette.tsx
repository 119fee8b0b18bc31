import { Command } from "cmdk"
import {
  ArrowUpRight,
  Download,
  FileText,
  FolderPlus,
  LogOut,
  Monitor,
  Moon,
  Plus,
  Save,
  Sun,
  UserPlus,
} from "lucide-react"
import { Dialog as Radix } from "radix-ui"
import { type ReactNode, useRef } from "react"
import { navigate } from "@/lib/location"
import { pressCommand } from "@/lib/shortcut"
import { setTheme } from "@/lib/theme"
import { unsaved } from "@/lib/unsaved"
import { useReturnFocus } from "@/ui/return-focus"
import { signOut, useUser } from "../session/session"
import { pagesFor } from "./tree"

type Action = {
  label: string
  icon: ReactNode
  keywords?: string[]
  run: () => void
  only?: "admin"
  /** It acts on what lies below the palette, so that has the focus again first. */
  isHere?: boolean
  isOffered?: () => boolean
}

// It holds nearly all screens, so its name finds nothing.
const CONTENT = "Update Content"

const actions: Action[] = [
  {
    label: "Save Changes",
    icon: <Save />,
    run: () => pressCommand("s"),
    isHere: true,
    isOffered: unsaved.any,
  },
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
    label: "New Section",
    icon: <FolderPlus />,
    keywords: ["Footer"],
    run: () => void navigate("/admin/footer?tab=links&new=section"),
  },
  { label: "Add page", icon: <Plus />, run: () => void navigate("/admin/pages?new=1") },
  {
    label: "Add redirect",
    icon: <Plus />,
    keywords: ["Settings"],
    run: () => void navigate("/admin/settings/redirects?new=1"),
  },
  {
    label: "Export as CSV",
    icon: <Download />,
    keywords: ["Subscribers"],
    run: () =>
      void import("@/lib/export-subscribers").then(({ exportSubscribers }) => exportSubscribers()),
    isHere: true,
  },
  {
    label: "Invite user",
    icon: <UserPlus />,
    run: () => void navigate("/admin/users?new=1"),
    only: "admin",
  },
  { label: "View site", icon: <ArrowUpRight />, run: () => window.open("/", "_blank", "noopener") },
  { label: "Light theme", icon: <Sun />, run: () => setTheme("light"), isHere: true },
  { label: "Dark theme", icon: <Moon />, run: () => setTheme("dark"), isHere: true },
  { label: "System theme", icon: <Monitor />, run: () => setTheme("system"), isHere: true },
  { label: "Sign Out", icon: <LogOut />, run: () => void signOut() },
]

/** Every screen and action, a few keys away. */
export default function Palette({ onClose }: { onClose: () => void }) {
  // After a choice the focus belongs to where it leads, not to where it was.
  const isChosen = useRef(false)
  const afterwards = useRef<() => void>(null)
  const returnFocus = useReturnFocus()
  const { role } = useUser()
  const choose =
    (run: () => void, isHere = false) =>
    () => {
      // Where leaving is asked about first, the answer may be to stay.
      const isBack = isHere || unsaved.any()
      if (isBack) afterwards.current = run
      else isChosen.current = true
      onClose()
      if (!isBack) run()
    }
  const close = (event: Event) => {
    if (isChosen.current) return event.preventDefault()
    returnFocus(event)
    afterwards.current?.()
  }
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay className="scrim items-start! pt-[12dvh]! max-md:px-3! max-md:pt-3!">
          <Radix.Content
            className="sheet max-w-140 rounded-dialog!"
            aria-describedby={undefined}
            onCloseAutoFocus={close}
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
                      keywords={names.slice(0, -1).filter((name) => name !== CONTENT)}
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
                    .filter(({ isOffered }) => isOffered?.() ?? true)
                    .map(({ label, icon, keywords, run, isHere }) => (
                      <Command.Item
                        key={label}
                        keywords={keywords}
                        className="menu-item"
                        onSelect={choose(run, isHere)}
                      >
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
