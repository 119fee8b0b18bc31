import { queryOptions } from "@tanstack/react-query"
import type { ProcessContentRow, ProcessStepsRow } from "@/lib/schema.gen"
import { call, supabase } from "@/lib/supabase"

export type Process = ProcessContentRow & { steps: ProcessStepsRow[] }

export const process = queryOptions({
  queryKey: ["process_content"],
  queryFn: async (): Promise<Process> => {
    // The version first: steps that are newer than it are refused when they are saved, older ones would undo a save.
    const content = await supabase
      .from("process_content")
      .select("*")
      .limit(1)
      .single()
      .throwOnError()
    const steps = await supabase
      .from("process_steps")
      .select("*")
      .order("step_order")
      .throwOnError()
    return { ...content.data, steps: steps.data }
  },
})

type Step = { id?: number; title: string; description: string; icon: string }
export type ProcessValues = { title: string; subtitle: string; steps: Step[] }
export type ProcessTextValues = Omit<ProcessValues, "steps">

export const processTextValues = (doc: Process | null): ProcessTextValues => ({
  title: doc?.title ?? "",
  subtitle: doc?.subtitle ?? "",
})

export const processValues = (doc: Process | null): ProcessValues => ({
  ...processTextValues(doc),
  steps: (doc?.steps ?? []).map(({ id, title, description, icon }) => ({
    id,
    title,
    description: description ?? "",
    icon,
  })),
})

/** Saves what the values name: both texts, and the steps when they are there. */
export const saveProcess = (values: ProcessTextValues & { steps?: Step[] }, base: Process | null) =>
  call<Process>("save_process", { id: base?.id, version: base?.version, ...values })
