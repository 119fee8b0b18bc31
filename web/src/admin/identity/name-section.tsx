import { useFormState } from "react-hook-form"
import { LANGUAGES as KNOWN } from "@/identity/words"
import { Field } from "@/ui/field"
import { Input } from "@/ui/input"
import { Select } from "@/ui/select"
import { labelled } from "../document/labels"
import type { Look } from "./look"
import type { Choosing } from "./rail"

type Name = "name" | "city" | "country"

/** In its own words, as whoever speaks it looks for it. */
const called = (code: string) => {
  const name = new Intl.DisplayNames(code, { type: "language" }).of(code) ?? code
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1)
}

const LANGUAGE_CHOICES = ["en", ...KNOWN, "pt-BR"]
  .map((value) => ({ value, label: called(value) }))
  .sort((one, other) => one.label.localeCompare(other.label))

const ZONES = [...new Set(["UTC", ...(Intl.supportedValuesOf?.("timeZone") ?? [])])]
const ZONE_CHOICES = ZONES.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))

/** Whose site it is, where they are, and how they count their days. */
export function NameSection({ form, look, put }: Choosing) {
  // Here, so that a key which is right draws the rest of the screen once.
  const { errors } = useFormState({ control: form.control })
  const text = (name: Name, label: string, hint?: string) => {
    labelled(form, name, label)
    return (
      <Field path={name} label={label} hint={hint} error={errors[name]?.message}>
        {(control) => (
          <Input
            {...control}
            data-field={name}
            maxLength={40}
            autoComplete="off"
            value={look[name]}
            onChange={(event) => put({ [name]: event.target.value })}
          />
        )}
      </Field>
    )
  }
  return (
    <div className="grid gap-4">
      {text("name", "Studio name")}
      <div className="grid grid-cols-2 gap-2.5">
        {text("city", "City, optional")}
        {text("country", "Country, optional")}
      </div>
      {!look.city && <p className="hint">Without a city, sentences leave it out.</p>}
      <Choice
        path="language"
        label="Language"
        value={look.language || "en"}
        options={withOwn(LANGUAGE_CHOICES, look.language)}
        onChange={(language) => put({ language })}
      />
      <Choice
        path="time_zone"
        label="Time zone"
        value={look.time_zone || "UTC"}
        options={withOwn(ZONE_CHOICES, look.time_zone)}
        onChange={(time_zone) => put({ time_zone })}
      />
    </div>
  )
}

type Option = { value: string; label: string }

// What is stored is offered, whether we know it or not.
const withOwn = (options: Option[], own: Look["language"]) =>
  !own || options.some(({ value }) => value === own)
    ? options
    : [{ value: own, label: own }, ...options]

type ChoiceProps = {
  path: keyof Look
  label: string
  value: string
  options: Option[]
  onChange: (value: string) => void
}

function Choice({ path, label, ...select }: ChoiceProps) {
  return (
    <Field path={path} label={label}>
      {(control) => <Select {...control} {...select} />}
    </Field>
  )
}
