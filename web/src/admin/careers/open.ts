import { fileDay } from "@/lib/format"

/** Whether a closing date has passed. On the site the studio's clock decides. */
export const hasClosed = (day: string | null | undefined) =>
  Boolean(day) && String(day) < fileDay(new Date())
