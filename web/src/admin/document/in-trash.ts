import { addDays } from "date-fns"
import { shortDate } from "@/lib/format"

const KEPT_DAYS = 30

/** How long what is deleted now can be brought back. */
export const inTrash = () =>
  `You have ${KEPT_DAYS} days to change your mind: until ${shortDate(addDays(Date.now(), KEPT_DAYS).getTime())} it waits in Trash.`
