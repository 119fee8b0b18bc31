import { useQuery } from "@tanstack/react-query"
import { call } from "@/lib/supabase"
import { useUser } from "./session"

type Person = { user_id: string; user_email: string }

/** Those who edit the site. */
export const useStaff = (enabled = true) =>
  useQuery({ queryKey: ["user_profiles", "staff"], queryFn: () => call("list_staff", {}), enabled })

/** Names people as they named themselves, else by their address. */
export function useNames(people?: Person[]): (person: Person) => string {
  const me = useUser().id
  // Nobody asks what they or the server are called.
  const isSomeone = ({ user_id }: Person) => user_id !== "" && user_id !== me
  const { data } = useStaff(people?.some(isSomeone))
  return (person) => nameOf(person, data)
}

/** The address of those who were erased is gone. What nobody did, the server did. */
export const nameOf = (
  { user_id, user_email }: Person,
  staff: { id: string; name: string }[] = [],
) =>
  staff.find(({ id }) => id === user_id)?.name ||
  user_email ||
  (user_id ? "Someone who left" : "The server")

/** What somebody of the team is called; who left looks after nothing. */
export function useAssignees() {
  const { data: staff } = useStaff()
  return (id: string | null) => {
    const one = staff?.find((person) => person.id === id)
    return one && (one.name || one.email)
  }
}
