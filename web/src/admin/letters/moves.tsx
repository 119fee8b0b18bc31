import { CircleStop, Pause, Pencil, Play, TestTube } from "lucide-react"
import { useState } from "react"
import type { Letter } from "@/lib/documents.gen"
import { counted, minutesAndSeconds, number } from "@/lib/format"
import { Button } from "@/ui/button"
import { Confirm } from "@/ui/confirm"
import { figuresOf, SOON, useMove, useSecondsTo, useTest } from "./api"

type Props = { letter: Letter; size?: "sm" }

/** Below a minute before it starts, the seconds that are left; 0 means that it is about to. */
export function useStart({ status, scheduled_at }: Letter): number | undefined {
  const left = useSecondsTo(status === "scheduled" ? scheduled_at : null)
  return status === "scheduled" && left <= SOON ? left : undefined
}

/** "Starts in 0:42. Nobody has got it yet." */
export const startsIn = (left: number) =>
  `${left > 0 ? `Starts in ${minutesAndSeconds(left)}` : "Starts now"}. Nobody has got it yet.`

export function PauseButton({ letter: { id }, size }: Props) {
  const move = useMove("pause_letter", "Paused. A copy on its way still arrives.")
  return (
    <Button size={size} pending={move.isPending} onClick={() => move.mutate(id)}>
      <Pause aria-hidden="true" /> Pause
    </Button>
  )
}

export function ResumeButton({ letter, size }: Props) {
  const move = useMove("resume_letter", "Sending goes on.")
  const { waiting } = figuresOf(letter)
  return (
    <Button
      size={size}
      look={size ? undefined : "primary"}
      pending={move.isPending}
      onClick={() => move.mutate(letter.id)}
    >
      <Play aria-hidden="true" /> Send to the other {number(waiting)}
    </Button>
  )
}

/** Takes a letter back that nobody has got yet. */
export function BackButton({ letter: { id }, size, label }: Props & { label: string }) {
  const move = useMove("cancel_letter", "It is a draft again. Nobody has got it.")
  return (
    <Button size={size} pending={move.isPending} onClick={() => move.mutate(id)}>
      {label === "Stop" ? <CircleStop aria-hidden="true" /> : <Pencil aria-hidden="true" />} {label}
    </Button>
  )
}

export function StopButton({ letter, size }: Props) {
  const [isAsked, setAsked] = useState(false)
  const move = useMove("cancel_letter", "Stopped for good.")
  const { waiting } = figuresOf(letter)
  return (
    <>
      <Button size={size} onClick={() => setAsked(true)}>
        Stop for good
      </Button>
      {isAsked && (
        <Confirm
          title="Stop this letter for good?"
          text={`${counted(waiting, "person does", "people do")} not get it, and it cannot be started again. Whoever has got it keeps it.`}
          item={letter.subject}
          action="Stop for good"
          danger
          pending={move.isPending}
          onConfirm={() => move.mutate(letter.id, { onSettled: () => setAsked(false) })}
          onCancel={() => setAsked(false)}
        />
      )}
    </>
  )
}

export function TestButton({ letter: { id }, size }: Props) {
  const test = useTest()
  return (
    <Button size={size} pending={test.isPending} onClick={() => test.mutate(id)}>
      <TestTube aria-hidden="true" /> Send a test
    </Button>
  )
}
