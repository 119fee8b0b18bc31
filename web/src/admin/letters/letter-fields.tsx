import { useState } from "react"
import { Controller, type UseFormReturn, useWatch } from "react-hook-form"
import type { LetterValues } from "@/lib/documents.gen"
import { Counter } from "@/ui/counter"
import { Field } from "@/ui/field"
import { Input } from "@/ui/input"
import type { RichInsert } from "@/ui/rich-schema"
import { Select } from "@/ui/select"
import { RichField } from "../document/fields"
import { labelled } from "../document/labels"
import { useTextPicture } from "../library/use-text-picture"
import { BLOCKS, type Block } from "./letter-blocks"

type Props = { form: UseFormReturn<LetterValues> }

// About what a phone shows of each before it cuts it off.
const SHOWN = { subject: 50, preheader: 90 }

export function LetterFields({ form }: Props) {
  const { onPicture, picker } = useTextPicture()
  const [asked, setAsked] = useState<{ block: Block; insert: (html: string) => void }>()
  const Asked = asked && BLOCKS[asked.block].dialog
  return (
    <div className="grid gap-5">
      <Counted form={form} name="subject" label="Subject" />
      <Counted
        form={form}
        name="preheader"
        label="Preview line"
        hint="Shown after the subject in most inboxes."
      />
      <RichField
        form={form}
        name="body"
        label="Letter"
        height={340}
        onPicture={onPicture}
        inserts={inserts((block, insert) => setAsked({ block, insert }))}
      />
      {asked && Asked && <Asked onInsert={asked.insert} onClose={() => setAsked(undefined)} />}
      {picker}
      <Controller
        control={form.control}
        name="audience"
        render={({ field }) => (
          <Field label={labelled(form, "audience", "Who gets it")} path="audience">
            {(control) => (
              <Select
                {...control}
                value={field.value}
                onChange={field.onChange}
                options={[
                  { value: "all", label: "Everyone on the list" },
                  { value: "jobs", label: "Those who want to hear of jobs" },
                ]}
              />
            )}
          </Field>
        )}
      />
    </div>
  )
}

const inserts = (ask: (block: Block, insert: (html: string) => void) => void): RichInsert[] =>
  (Object.keys(BLOCKS) as Block[]).map((block) => ({
    ...BLOCKS[block],
    ask: (insert) => ask(block, insert),
  }))

type CountedProps = Props & { name: "subject" | "preheader"; label: string; hint?: string }

function Counted({ form, name, label, hint }: CountedProps) {
  const text = useWatch({ control: form.control, name })
  return (
    <Field
      path={name}
      label={labelled(form, name, label)}
      hint={hint}
      aside={<Counter length={[...text].length} most={SHOWN[name]} />}
      error={form.getFieldState(name, form.formState).error?.message}
    >
      {(control) => <Input {...control} {...form.register(name)} />}
    </Field>
  )
}
