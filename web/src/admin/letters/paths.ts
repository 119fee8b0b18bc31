import type { Letter } from "@/lib/documents.gen"

type One = Pick<Letter, "id">

/** Where a letter is looked at. */
export const pathOf = ({ id }: One) => `/admin/letters?letter=${id}`

/** Where a new letter is written, or one that is there. */
export const WRITE = "/admin/letters/write"
export const writePathOf = ({ id }: One) => `${WRITE}?letter=${id}`
