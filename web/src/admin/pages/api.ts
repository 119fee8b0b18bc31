import { page } from "@/lib/documents.gen"
import { useSwitch } from "../document/use-switch"

export const useShowPage = () =>
  useSwitch(page, "is_visible", {
    done: "Page updated successfully",
    failed: "Failed to update page",
    says: "server",
  })

/** The address that a title suggests: small letters and digits with hyphens between them, as the server makes those of jobs. */
export const addressOf = (title: string) =>
  title
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "")
    .slice(0, 80)
    .replace(/-$/, "")
