import type { UseFormReturn } from "react-hook-form"
import type { Site } from "@/lib/documents.gen"
import type { Entry } from "./entries"
import { HeadImage, HeadText, Listed } from "./head-fields"
import { type Heads, keyOf } from "./heads"

type Props = { form: UseFormReturn<Heads>; entry: Entry; site: Site }

/** The head of one page. */
export function PageFields({ form, entry, site }: Props) {
  const at = keyOf(entry.path)
  return (
    <div className="grid gap-5">
      <HeadText form={form} name={`${at}.title`} label="Title" most={60} usual={entry.title} />
      <HeadText
        form={form}
        name={`${at}.description`}
        label="Description"
        rows={3}
        most={155}
        usual={entry.description}
        hint="One sentence, no slogan."
      />
      <HeadImage
        form={form}
        name={`${at}.image_url`}
        usual={
          site.head_image_url ? "the image of the whole site" : "the card that is drawn for you"
        }
      />
      <Listed form={form} name={`${at}.noindex`} />
    </div>
  )
}
