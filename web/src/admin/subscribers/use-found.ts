import { useQuery } from "@tanstack/react-query"
import { useEffect, useEffectEvent } from "react"
import { useParam } from "@/lib/location"
import { subscriber } from "./api"

/** Shows the subscriber that the address asks for by number, so that no log has anyone's own address. */
export function useFound(show: (email: string) => void) {
  const [id, setId] = useParam("find", "")
  const { data } = useQuery({ ...subscriber(Number(id)), enabled: id !== "" })
  const act = useEffectEvent(() => {
    setId("")
    if (data) show(data.email)
  })
  useEffect(() => {
    if (id !== "" && data !== undefined) act()
  }, [id, data])
}
