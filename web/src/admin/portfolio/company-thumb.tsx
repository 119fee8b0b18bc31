import { type Company, company as declared } from "@/lib/documents.gen"
import { Drawing } from "@/ui/art/drawing"
import type { Form } from "@/ui/art/objects"
import type { Scene } from "@/ui/art/scene"
import { vessel } from "@/ui/art/vessel"
import { Picture } from "@/ui/picture"

/** A company's logo, or its vessel while it has none. */
export function CompanyThumb({ company, form }: { company: Company; form: Form }) {
  const { logo_url } = company
  return (
    <span className="thumb size-10">
      <Picture
        src={logo_url === declared.empty.logo_url ? "" : logo_url}
        className="size-full object-contain p-1"
        fallback={
          <Drawing scene={small} of={JSON.stringify(form)} fit="xMidYMax meet" className="size-8" />
        }
      />
    </span>
  )
}

function small(of: string): Scene {
  const form = JSON.parse(of) as Form
  const scale = 30 / Math.max(form.w, form.h)
  const [w, h] = [form.w * scale, form.h * scale]
  return {
    w: 36,
    h: 36,
    body: vessel({
      cx: 18,
      base: 33,
      w,
      h,
      kind: form.kind,
      mode: "solid",
      step: 3.4,
      shadow: false,
    }),
  }
}
