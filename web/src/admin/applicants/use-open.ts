import { useQuery } from "@tanstack/react-query"
import { useEffect, useEffectEvent, useRef } from "react"
import { navigate, useParam } from "@/lib/location"
import { toast } from "@/lib/toast"
import { deletedHere } from "./act"
import { application } from "./api"
import type { Application } from "./stages"

/** The application that the address asks for. Back closes it. */
export function useOpen(listed: Application[]) {
  const [asked, setAsked] = useParam("open", "")
  const openId = Number(asked)
  // Whether the entry before this one is the screen without it.
  const isPushed = useRef(false)
  const { data, isError } = useQuery({ ...application(openId), enabled: asked !== "" })
  const isMissing = data === null || (isError && data === undefined)
  const giveUp = useEffectEvent(() => {
    setAsked("")
    if (deletedHere.has(openId)) return // it was said
    toast.error(
      "Error",
      isError ? "Unable to load the application." : "This application was deleted.",
    )
  })
  useEffect(() => {
    if (asked !== "" && isMissing) giveUp()
  }, [asked, isMissing])
  // What the list knows is there at once.
  const open =
    asked === "" ? undefined : (data ?? listed.find(({ id }) => id === openId) ?? undefined)
  const choose = (id: number) => {
    const search = new URLSearchParams(location.search)
    search.set("open", String(id))
    if (asked === "") isPushed.current = true
    void navigate(`${location.pathname}?${search}`, { replace: asked !== "" })
  }
  const close = () => {
    if (isPushed.current) history.back()
    else setAsked("")
    isPushed.current = false
  }
  return { open: isMissing ? undefined : open, openId, choose, close }
}
