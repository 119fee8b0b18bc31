import type { ReactNode } from "react"

/**
 * A page in two parts. The inline styles cover what is above; the stylesheet
 * of the rest is linked between the two, so the first part never waits for it.
 * Pages that few enter by have nothing above: their styles are not worth a place in every page.
 */
export type Parts = { above: ReactNode; below: ReactNode }
