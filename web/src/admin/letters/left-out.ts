import { number } from "@/lib/format"

type Counts = Record<"pending" | "unsubscribed" | "bounced" | "held_back", number>

/** Who does not get a letter, and why. */
export function leftOut(who: Counts): string {
  const all = [
    who.pending && `${number(who.pending)} pending`,
    who.unsubscribed && `${number(who.unsubscribed)} unsubscribed`,
    who.bounced && `${number(who.bounced)} bounced`,
    who.held_back && `${number(who.held_back)} held back`,
  ].filter(Boolean)
  return all.length ? all.join(", ") : "Nobody"
}
