import { queryOptions } from "@tanstack/react-query"
import type { TeamMembersRow } from "@/lib/schema.gen"
import { call, supabase } from "@/lib/supabase"

export type Team = TeamMembersRow[]

export const team = queryOptions({
  queryKey: ["team_members"],
  queryFn: async (): Promise<Team> => {
    const { data } = await supabase.from("team_members").select("*").order("id").throwOnError()
    return data
  },
})

export type Member = {
  id?: number
  name: string
  position: string
  company: string
  image_url: string
  linkedin_url: string
}
export type TeamValues = { members: Member[] }

export const blank: Member = {
  name: "",
  position: "",
  company: "",
  image_url: "",
  linkedin_url: "",
}

export const teamValues = (doc: Team | null): TeamValues => ({
  members: (doc ?? []).map((row) => ({
    id: row.id,
    name: row.name,
    position: row.position ?? "",
    company: row.company ?? "",
    image_url: row.image_url ?? "",
    linkedin_url: row.linkedin_url ?? "",
  })),
})

/** The team has no row of its own; its version is that of all its members. */
export const teamStamp = (doc: Team) => doc.map(({ id, version }) => `${id}.${version}`).join()

export const saveTeam = ({ members }: TeamValues, base: Team | null) =>
  call<Team>("save_team", {
    loaded: (base ?? []).map(({ id, version }) => ({ id, version })),
    members,
  })
