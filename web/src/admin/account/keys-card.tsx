import { useId } from "react"
import { turnKeys, useKeysOn } from "@/lib/keys"
import { Card, CardHead } from "@/ui/card"
import { Switch } from "@/ui/switch"

/** Turns off keys that act alone, for who presses them by accident or speaks to the computer. */
export function KeysCard() {
  const id = useId()
  const isOn = useKeysOn()
  return (
    <Card aria-label="Keys">
      <CardHead title="Keys" />
      <div className="flex items-center justify-between gap-4 p-5">
        <label htmlFor={id} id={`${id}-label`} className="text-ink-2">
          A letter alone does something, such as E for Done in Messages. It never does while you
          type. This is for this browser.
        </label>
        <Switch id={id} aria-labelledby={`${id}-label`} checked={isOn} onCheckedChange={turnKeys} />
      </div>
    </Card>
  )
}
