import { useQuery } from "@tanstack/react-query"
import { call } from "@/lib/supabase"
import { useUser } from "./session"

type Person = { user_id: string; user_email: string }

/** Names people as they named themselves, else by their address. What nobody did, the server did. */
export function useNames(people: Person[]): (person: Person) => string {
  const me = useUser().id
  const { data } = useQuery({
    queryKey: ["user_profiles", "staff"],
    queryFn: () => call("list_staff", {}),
    // Nobody asks what they or the server are called.
    enabled: people.some(({ user_id }) => user_id !== "" && user_id !== me),
  })
  return ({ user_id, user_email }) =>
    data?.find(({ id }) => id === user_id)?.name || user_email || "The server"
}
