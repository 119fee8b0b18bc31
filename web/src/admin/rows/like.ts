/** A condition on several columns that holds when one of them contains the text, as PostgREST writes it. */
export function contains(columns: readonly string[], text: string): string {
  // First for LIKE, whose wildcards are typed as themselves; then for the quoted value around it.
  const pattern = text.replace(/[\\%_*]/g, "\\$&")
  const quoted = `"%${pattern.replace(/["\\]/g, "\\$&")}%"`
  return columns.map((column) => `${column}.ilike.${quoted}`).join()
}
