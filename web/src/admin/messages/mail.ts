import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { useSave } from "@/lib/query"
import { type Answer, call } from "@/lib/supabase"

/** One mail about a message, as the outbox has it. Without a mail server it is kept as a file and reaches nobody. */
export type Letter = Answer<"message_mail">[number]
export type Kind = Letter["kind"]

const MOST = 200
const LOOK_AGAIN_MS = 10_000

const isOpen = ({ state }: Letter) => state === "queued" || state === "sending"

/** The letters about the messages, looked at again while some are on their way. */
export function useMail(ids: number[]) {
  const wanted = ids.slice(0, MOST)
  return useQuery({
    queryKey: ["mails", ...wanted],
    queryFn: () => call("message_mail", { ids: wanted }),
    enabled: wanted.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? LOOK_AGAIN_MS : false),
  })
}

export const useResend = () =>
  useSave({
    save: (letter: { id: number; kind: Kind; reply_id?: number }) => call("resend_mail", letter),
    refreshes: [["mails"]],
    failed: "Failed to send the mail again.",
    says: "server",
  })

/** What became of a message's letters, in a word for the list; the worst of them counts. */
export function summary(letters: Letter[]): { text: string; isGood: boolean } | undefined {
  const some = (state: Letter["state"]) => letters.some((letter) => letter.state === state)
  if (letters.length === 0) return undefined
  if (some("given up")) return { text: "Mail not delivered", isGood: false }
  if (letters.some(({ state, attempts }) => state === "queued" && attempts > 0))
    return { text: "Mail delayed", isGood: false }
  if (some("queued") || some("sending")) return { text: "Mail on its way", isGood: true }
  if (some("kept")) return { text: "Not mailed", isGood: false }
  return { text: "Mail sent", isGood: true }
}
