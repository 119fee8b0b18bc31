import { useMemo } from "react"
import { type Job, job } from "@/lib/documents.gen"
import { useLayer, useOpenPicked } from "../preview/bench"
import { rowAt } from "../preview/content"

type Props = { jobs: Job[] | undefined; onOpen: (id: number | "new") => void }

/** The careers page is shown anew when a job is another, and a job that is pressed there opens. */
export function ShownJobs({ jobs, onOpen }: Props) {
  const stamp = jobs?.map(({ id, version }) => `${id}.${version}`).join()
  useLayer(useMemo(() => ({ stamp }), [stamp]))
  useOpenPicked(job.name, (id) => {
    // Where a job stands as an example, it is one that is still to be written.
    const found = id === "new" ? id : jobs && rowAt(job, jobs, id)
    if (found !== undefined) onOpen(found)
    return found
  })
  return null
}
