import { Code, type LucideIcon, Rocket, Search, TrendingUp } from "lucide-react"
import { Controller, type UseFormReturn } from "react-hook-form"
import type { ProcessValues } from "@/lib/documents.gen"
import { Field } from "@/ui/field"
import { Select } from "@/ui/select"
import { AreaField, TextField } from "../document/fields"

type Icon = ProcessValues["steps"][number]["icon"]

const ICONS: Record<Icon, { label: string; icon: LucideIcon }> = {
  Search: { label: "Search", icon: Search },
  Code: { label: "Build", icon: Code },
  Rocket: { label: "Launch", icon: Rocket },
  TrendingUp: { label: "Growth", icon: TrendingUp },
}

const icons = Object.entries(ICONS).map(([value, { label }]) => ({ value, label }))

export function StepIcon({ name }: { name: Icon }) {
  const { icon: Drawn } = ICONS[name] ?? ICONS.Search
  return <Drawn aria-hidden="true" />
}

type Props = { form: UseFormReturn<ProcessValues>; index: number }

/** One step of the process. */
export function StepFields({ form, index }: Props) {
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <TextField form={form} name={`steps.${index}.title`} label="Title" />
        <Controller
          control={form.control}
          name={`steps.${index}.icon`}
          render={({ field }) => (
            <Field label="Icon" hint="It chooses the drawing, too.">
              {(control) => (
                <Select
                  {...control}
                  value={field.value}
                  onChange={field.onChange}
                  options={icons}
                />
              )}
            </Field>
          )}
        />
      </div>
      <AreaField form={form} name={`steps.${index}.description`} label="Description" rows={3} />
    </>
  )
}
