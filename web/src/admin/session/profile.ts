/** The role a profile gives to a user; null when there is no profile. */
export async function roleOf(id: string): Promise<string | null> {
  // Loaded here, so that the login screen is there before the rest of the client.
  const { supabase } = await import("@/lib/supabase")
  const { data, error } = await supabase
    .from("user_profiles")
    .select("role")
    .eq("user_id", id)
    .single()
  if (error?.code === "PGRST116") return null
  if (error) throw error
  return data.role
}
