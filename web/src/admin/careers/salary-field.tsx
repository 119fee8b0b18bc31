import { Controller, type UseFormReturn, useWatch } from "react-hook-form"
import type { JobValues } from "@/lib/documents.gen"
import { Field } from "@/ui/field"
import { Input } from "@/ui/input"
import { Select } from "@/ui/select"
import { Changed } from "../document/changed"
import { labelled } from "../document/labels"

const CURRENCIES =
  "AED AUD BRL CAD CHF CNY CZK DKK EUR GBP HUF IDR ILS INR JPY KRW MXN NGN NOK NZD PHP PLN RON SAR SEK SGD THB TRY USD ZAR".split(
    " ",
  )

const PERIODS = [
  { value: "year", label: "a year" },
  { value: "month", label: "a month" },
  { value: "hour", label: "an hour" },
]

const FIGURES = ["salary_min", "salary_max"] as const
const NAMES = { salary_min: "Salary from", salary_max: "Salary to" }

/** What a job pays: a currency, one or two figures, and for how long. */
export function SalaryField({ form }: { form: UseFormReturn<JobValues> }) {
  const [salary_currency, salary_min, salary_max] = useWatch({
    control: form.control,
    name: ["salary_currency", ...FIGURES],
  })
  const { errors } = form.formState
  const wrong = errors.salary_min ?? errors.salary_max ?? errors.salary_currency
  for (const name of FIGURES) labelled(form, name, NAMES[name])
  labelled(form, "salary_currency", "Currency")
  labelled(form, "salary_period", "Per")
  const codes = [...new Set([salary_currency, ...CURRENCIES])].filter(Boolean).sort()
  return (
    <Field
      label="Salary range"
      path="salary_min"
      error={wrong?.message ?? notPayable({ salary_currency, salary_min, salary_max })}
      hint="Empty shows nothing. What is stored here, everybody can read."
      aside={
        <Changed
          form={form}
          name="salary_min"
          label="Salary range"
          also={["salary_max", "salary_currency", "salary_period"]}
        />
      }
    >
      {(control) => (
        <div className="grid grid-cols-[5rem_minmax(0,1fr)_minmax(0,1fr)_6rem] gap-1.5 max-sm:grid-cols-2">
          <Controller
            control={form.control}
            name="salary_currency"
            render={({ field }) => (
              <Select
                aria-label="Currency"
                value={field.value}
                onChange={field.onChange}
                options={[
                  { value: "", label: "Currency" },
                  ...codes.map((code) => ({ value: code, label: code })),
                ]}
              />
            )}
          />
          {FIGURES.map((name) => (
            <Input
              key={name}
              id={name === "salary_min" ? control.id : undefined}
              aria-describedby={control["aria-describedby"]}
              aria-invalid={errors[name] ? true : undefined}
              type="number"
              className="px-2.5 [appearance:textfield] [&::-webkit-inner-spin-button]:appearance-none"
              min={0}
              inputMode="numeric"
              aria-label={NAMES[name]}
              placeholder={name === "salary_min" ? "From" : "To"}
              {...form.register(name, { setValueAs: numberOrNull })}
            />
          ))}
          <Controller
            control={form.control}
            name="salary_period"
            render={({ field }) => (
              <Select
                aria-label="Per"
                value={field.value}
                onChange={field.onChange}
                options={PERIODS}
              />
            )}
          />
        </div>
      )}
    </Field>
  )
}

// The server says the same; here it is said while it is typed.
type Pay = Pick<JobValues, "salary_min" | "salary_max" | "salary_currency">

function notPayable({ salary_min: from, salary_max: to, salary_currency }: Pay) {
  if (from !== null && to !== null && to < from) return "The salary ends below where it starts."
  if ((from !== null || to !== null) && !salary_currency) return "A salary needs its currency."
  return undefined
}

const numberOrNull = (typed: string | number | null) =>
  typed === "" || typed === null ? null : Number(typed)
