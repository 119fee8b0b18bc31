import { useParam } from "@/lib/location"
import { STAGES, type Stage } from "./stages"

export type View = "board" | "list"

/** What the address asks for, so that it can be passed on. */
export function useAsked() {
  const [view, setView] = useParam("view", "board")
  const [job, setJob] = useParam("job", "")
  const [person, setPerson] = useParam("with", "")
  const [stage, setStage] = useParam("stage", "")
  const [show, setShow] = useParam("show", "")
  return {
    view: (view === "list" ? "list" : "board") as View,
    setView: (next: View) => setView(next),
    job: /^\d+$/.test(job) ? job : "",
    setJob,
    person,
    setPerson,
    stage: STAGES.includes(stage as Stage) ? (stage as Stage) : ("" as const),
    setStage,
    isHeld: show === "held",
    setHeld: (isHeld: boolean) => setShow(isHeld ? "held" : ""),
  }
}

export type Asked = ReturnType<typeof useAsked>
