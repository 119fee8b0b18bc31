import { useQuery } from "@tanstack/react-query"
import { call } from "@/lib/supabase"

type Person = { user_id: string; user_email: string }

/** Those who edit the site. */
export const useStaff = () =>
  useQuery({ queryKey: ["user_profiles", "staff"], queryFn: () => call("list_staff", {}) })

/** Names people as they named themselves, else by their address. What nobody did, the server did. */
export function useNames(): (person: Person) => string {
  const { data } = useStaff()
  return ({ user_id, user_email }) =>
    data?.find(({ id }) => id === user_id)?.name || user_email || "The server"
}
