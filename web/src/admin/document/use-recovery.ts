import { useEffect, useEffectEvent, useState } from "react"
import { discardDraft, type Found, findDrafts, isOurs } from "@/lib/draft"
import { isSame } from "@/lib/same"

/** Brings back what was typed before and not saved, once the browser has told which pages are gone: the latest at once, and any other when that one is dealt with. */
export function useRecovery<Values, Base>(
  owner: string,
  name: string,
  recover: (found: Found<Values, Base>) => void,
) {
  const [left, setLeft] = useState<Found<Values, Base>>()
  const act = useEffectEvent(recover)
  useEffect(() => {
    let isOver = false
    void findDrafts<Values, Base>(owner, (one) => one === name).then(([latest]) => {
      if (latest && !isOver) act(latest)
    })
    return () => {
      isOver = true
    }
  }, [owner, name])

  /** Called when the form holds what is stored. */
  const lookAgain = async (stored: Values) => {
    const found = await findDrafts<Values, Base>(owner, (one) => one === name)
    const others = found.filter((one) => !isOurs(one))
    const isSaved = ({ draft }: Found<Values, Base>) => isSame(draft.values, stored)
    for (const one of others) if (isSaved(one)) discardDraft(one)
    setLeft(others.find((one) => !isSaved(one)))
  }
  const open = () => {
    if (left) recover(left)
    setLeft(undefined)
  }
  const discard = (stored: Values) => {
    if (left) discardDraft(left)
    void lookAgain(stored)
  }
  return { left, lookAgain, open, discard }
}
