/** The dot on its line: the one thing that loops, and only while something is pending. */
export function Roller({ size = "md" }: { size?: "md" | "lg" }) {
  return <span className={size === "lg" ? "roller roller-lg" : "roller"} aria-hidden="true" />
}
