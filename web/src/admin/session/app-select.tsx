import { Field } from "@/ui/field"
import { Select } from "@/ui/select"
import type { App } from "./second-factor"

type Props = { apps: App[]; chosen?: string; onChoose: (id: string) => void }

/** Whose code is entered; nothing where there is no choice. */
export function AppSelect({ apps, chosen, onChoose }: Props) {
  if (apps.length < 2) return null
  return (
    <Field label="Authenticator app">
      {(control) => (
        <Select
          {...control}
          value={chosen ?? apps[0]?.id ?? ""}
          onChange={onChoose}
          options={apps.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
    </Field>
  )
}
