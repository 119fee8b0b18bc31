import { useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import { queryOf } from "@/lib/document"
import { site } from "@/lib/documents.gen"
import { navigate } from "@/lib/location"
import { useUser } from "../session/session"
import { FIRST } from "./fresh"

const KEY = "vitrine-setup"
const FRESH = "Vitrine"

/** Opens the set-up once, for the administrator who signs in first on a site that nobody changed. */
export default function FirstRun() {
  const { role } = useUser()
  const isHome = location.pathname.replace(/\/$/, "") === "/admin"
  const isDue = role === "admin" && isHome && !localStorage.getItem(KEY)
  const { data } = useQuery({ ...queryOf(site), enabled: isDue })
  const isFresh = isDue && data?.version === FIRST && data.name === FRESH
  useEffect(() => {
    if (isFresh) void navigate("/admin/setup", { replace: true })
  }, [isFresh])
  return null
}

/** From now on it is opened by hand alone. */
export const noteSetup = () => localStorage.setItem(KEY, "seen")
