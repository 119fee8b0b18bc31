import type { UseFormReturn } from "react-hook-form"
import { partOf } from "@/lib/document"
import { type Site, type SiteValues, site } from "@/lib/documents.gen"
import { TextField } from "../document/fields"
import type { Usual } from "./entries"
import { HeadImage, HeadText } from "./head-fields"

/** The fields of the site that every head falls back on. */
export const siteHead = partOf(site, "site-head", [
  "head_title",
  "head_description",
  "head_keywords",
  "head_image_url",
  "robots",
])

/** Whether search engines are told to leave all pages out. */
export const isUnlisted = ({ robots }: Pick<Site, "robots">) => /\b(noindex|none)\b/.test(robots)

type Values = Pick<SiteValues, keyof typeof siteHead.empty>

export function SiteFields({ form, usual }: { form: UseFormReturn<Values>; usual: Usual }) {
  return (
    <div className="grid gap-5">
      <HeadText
        form={form}
        name="head_title"
        label="Title"
        most={60}
        usual={usual.title}
        hint="Shown for the home page. Studio name first."
      />
      <HeadText
        form={form}
        name="head_description"
        label="Description"
        rows={3}
        most={155}
        usual={usual.description}
        hint="One sentence, no slogan."
      />
      <HeadText
        form={form}
        name="head_keywords"
        label="Keywords"
        usual={usual.keywords}
        hint="With commas between them. Few search engines read them."
      />
      <HeadImage form={form} name="head_image_url" usual="the card that is drawn for you" />
      <TextField
        form={form}
        name="robots"
        label="Robots"
        placeholder="index, follow"
        hint="What search engines may do with all pages. Empty means: index, follow"
      />
    </div>
  )
}
