import { type UseFormReturn, useWatch } from "react-hook-form"
import type { JobValues } from "@/lib/documents.gen"
import { jobPlace } from "@/lib/place"
import { plainText } from "@/lib/text"
import { RichField, SelectField, SwitchField, TextField, TextListField } from "../document/fields"
import { JobChecklist } from "./job-checklist"
import { JobOpen } from "./job-open"
import { SalaryField } from "./salary-field"

const NO_COUNTRY =
  "Search engines will not list this job: they need the country, as in \u201cDelhi, India\u201d or \u201cRemote, India\u201d."
const NO_WAY = "Please say how to apply: visitors find no way to while this is empty."
const FORM_ALONE = "Please say how to apply for those who cannot use the form."

const EMPLOYMENT_TYPES = [
  { value: "", label: "Not said" },
  { value: "full_time", label: "Full time" },
  { value: "part_time", label: "Part time" },
  { value: "contract", label: "Contract" },
  { value: "internship", label: "Internship" },
]
const WORKPLACES = [
  { value: "", label: "Not said" },
  { value: "on_site", label: "On site" },
  { value: "hybrid", label: "Hybrid" },
  { value: "remote", label: "Remote" },
]

type Props = {
  form: UseFormReturn<JobValues>
  isNew: boolean
  /** Where the studio is; undefined while that is not known. */
  studio?: string
}

/** The fields of a job. A new one gets rank 1, so its rank is not asked for. */
export function JobFields({ form, isNew, studio }: Props) {
  const [location, howTo, hasForm, workplace] = useWatch({
    control: form.control,
    name: ["location", "how_to_apply", "apply_form", "workplace"],
  })
  const isRemote = workplace === "remote"
  const isUnlisted = studio !== undefined && !jobPlace(location ?? "", studio, isRemote)
  return (
    <div className="grid gap-5">
      {!isNew && <JobOpen form={form} />}
      <TextField form={form} name="title" label="Title" />
      <div className="grid gap-5 md:grid-cols-2">
        <TextField
          form={form}
          name="location"
          label="Location"
          hint={isUnlisted ? NO_COUNTRY : undefined}
        />
        <SelectField
          form={form}
          name="employment_type"
          label="Employment type"
          options={EMPLOYMENT_TYPES}
        />
        <SelectField form={form} name="workplace" label="Workplace" options={WORKPLACES} />
        <TextField
          form={form}
          name="closes_on"
          type="date"
          label="Closing date"
          hint="It closes at the end of that day. Empty stays open."
        />
        {!isNew && (
          <TextField
            form={form}
            name="rank"
            type="number"
            min={1}
            label="Rank"
            hint="1 comes first; the others move to make room."
          />
        )}
      </div>
      <SalaryField form={form} />
      <RichField form={form} name="about" label="About" height={250} />
      <TextListField
        form={form}
        name="responsibilities"
        label="Responsibilities"
        item="responsibility"
      />
      <TextListField
        form={form}
        name="qualifications"
        label="Qualifications"
        item="qualification"
      />
      <TextListField form={form} name="preferred" label="Preferred" item="preferred item" />
      <RichField
        form={form}
        name="how_to_apply"
        label="How to apply"
        height={250}
        hint={plainText(howTo ?? "") ? undefined : hasForm ? FORM_ALONE : NO_WAY}
      />
      <SwitchField form={form} name="apply_form" label="Application form">
        {hasForm
          ? "Visitors apply on the job’s page, with a CV. You find them in Applicants."
          : "The page shows no form: who wants to apply goes by How to apply."}
      </SwitchField>
      <JobChecklist form={form} studio={studio} />
    </div>
  )
}
