import { Field } from "@/ui/field"
import { Input } from "@/ui/input"
import type { useCode } from "./code-field"

/** A recovery code, as it stands on paper. */
export function RecoveryField({ entry }: { entry: ReturnType<typeof useCode> }) {
  return (
    <Field
      label="Recovery code"
      hint="One of the ten that you kept. Each works once."
      error={entry.error}
    >
      {(control) => (
        <Input
          {...control}
          name="recovery-code"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          autoFocus
          placeholder="xxxx-xxxx-xxxx-xxxx"
          value={entry.code}
          onChange={(event) => entry.type(event.target.value)}
          className="h-11.5 font-mono text-[15px]"
        />
      )}
    </Field>
  )
}
