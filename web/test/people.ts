import type { TestProject } from "vitest/node"
import { Site } from "../e2e/admin/site"

declare module "vitest" {
  interface ProvidedContext {
    /** A data folder with one person per role, to copy. */
    peopled: string
  }
}

/** Runs once before all tests of pages: adding people anew takes longer than most of them. */
export default async function people(project: TestProject) {
  const site = await Site.open()
  await site.stop()
  project.provide("peopled", site.data)
  return () => site.close()
}
