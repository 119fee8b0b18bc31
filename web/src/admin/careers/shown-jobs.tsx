import { useMemo } from "react"
import { type Job, job } from "@/lib/documents.gen"
import { useLayer, useOpenPicked } from "../preview/bench"

type Props = { jobs: Job[] | undefined; onOpen: (id: number) => void }

/** The careers page is shown anew when a job is another, and a job that is pressed there opens. */
export function ShownJobs({ jobs, onOpen }: Props) {
  const stamp = jobs?.map(({ id, version }) => `${id}.${version}`).join()
  useLayer(useMemo(() => ({ stamp }), [stamp]))
  useOpenPicked(job.name, (id) => {
    const found = jobs?.find((one) => String(one.id) === id)?.id
    if (found !== undefined) onOpen(found)
    return found
  })
  return null
}
