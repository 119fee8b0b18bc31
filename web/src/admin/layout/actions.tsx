import {
  ArrowUpRight,
  Download,
  FolderPlus,
  LogOut,
  Monitor,
  Moon,
  Plus,
  Save,
  Sun,
  UserPlus,
} from "lucide-react"
import type { ReactNode } from "react"
import { navigate } from "@/lib/location"
import { pressCommand } from "@/lib/shortcut"
import { setTheme } from "@/lib/theme"
import { unsaved } from "@/lib/unsaved"
import { signOut, type User } from "../session/session"

export type Action = {
  label: string
  icon: ReactNode
  keywords?: string[]
  run: () => void
  only?: "admin"
  /** It acts on what lies below the palette, so that has the focus again first. */
  isHere?: boolean
  isOffered?: () => boolean
}

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

/** What a person can do from anywhere. */
export const actionsFor = (role: User["role"]) =>
  actions
    .filter(({ only }) => !only || only === role)
    .filter(({ isOffered }) => isOffered?.() ?? true)
