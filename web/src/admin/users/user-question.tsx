import { Confirm } from "@/ui/confirm"
import { useUser } from "../session/session"
import { useRemoveUser, useResetFactors, useSetDisabled, useSetRole } from "./api"
import { aboutMe, aboutThem, type Question } from "./question-text"

export type Ask = (question: Question) => void

type Props = { question: Question; onClose: () => void }

/** Asks before something happens to an account that is hard to take back. */
export function UserQuestion({ question, onClose }: Props) {
  const me = useUser()
  const { pending, run } = useAnswer(question, onClose)
  const words = me.id === question.user.id ? aboutMe(question) : aboutThem(question)
  return <Confirm danger {...words} pending={pending} onConfirm={run} onCancel={onClose} />
}

function useAnswer(question: Question, onSettled: () => void) {
  const disable = useSetDisabled(true)
  const remove = useRemoveUser()
  const reset = useResetFactors()
  const setRole = useSetRole()
  const { id } = question.user
  const run = () => {
    switch (question.kind) {
      case "disable":
        return disable.mutate(id, { onSettled })
      case "remove":
        return remove.mutate(id, { onSettled })
      case "reset":
        return reset.mutate(id, { onSettled })
      case "role":
        return setRole.mutate({ user_id: id, role: question.role }, { onSettled })
    }
  }
  const pending = [disable, remove, reset, setRole].some(({ isPending }) => isPending)
  return { pending, run }
}
