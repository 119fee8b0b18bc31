import { z } from "zod"
import { processContent, processSteps } from "@/lib/schema.gen"

export const processTextRules = processContent

// The icon is chosen from a list, so nothing can be wrong with it.
export const processRules = processContent.extend({
  steps: z.array(
    processSteps
      .pick({ title: true, description: true })
      .extend({ id: z.number().optional(), icon: z.string() }),
  ),
})
