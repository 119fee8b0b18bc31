import type { ApplicationEventsRow, JobApplicationsRow } from "@/lib/schema.gen"

export type Application = Omit<JobApplicationsRow, "once">
export type Stage = Application["stage"]
export type Outcome = Application["outcome"]
export type HistoryEvent = ApplicationEventsRow

export const STAGES = ["new", "read", "talking", "offer", "closed"] as const satisfies Stage[]

export const STAGE_NAMES: Record<Stage, string> = {
  new: "New",
  read: "Read",
  talking: "Talking",
  offer: "Offer",
  closed: "Closed",
}

/** How an application ended, as the board says it. */
export const OUTCOMES: Record<Outcome, string> = {
  "": "Closed",
  hired: "Hired",
  rejected: "Said no",
  withdrawn: "Withdrew",
}

/** A stage with its outcome, as the list says it. */
export function standingOf({ stage, outcome }: Pick<Application, "stage" | "outcome">): string {
  const ends: Record<Outcome, string> = {
    "": "",
    hired: ", hired",
    rejected: ", no",
    withdrawn: ", withdrew",
  }
  return STAGE_NAMES[stage] + ends[outcome]
}
