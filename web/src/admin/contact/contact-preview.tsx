import { Link } from "wouter"
import type { Contact } from "@/lib/documents.gen"
import { Card, CardHead } from "@/ui/card"

/** The contact page's words and details, as visitors see them. */
export function ContactPreview({
  contact,
  description,
}: {
  contact: Contact
  description: string
}) {
  return (
    <Card aria-label="Preview" className="preview">
      <CardHead title="As visitors see it" />
      <div className="grid gap-4 p-5 wrap-anywhere">
        <p className="whitespace-pre-line text-ink-2">{description}</p>
        <dl className="grid gap-3">
          <Detail label="Email">{contact.email}</Detail>
          <Detail label="Location">{contact.location}</Detail>
          <Detail label="Elsewhere">
            {contact.social_links.map(({ platform }) => platform).join(", ")}
          </Detail>
        </dl>
        <Link href="/admin/contact" className="text-link justify-self-start">
          Edit contact information
        </Link>
      </div>
    </Card>
  )
}

function Detail({ label, children }: { label: string; children: React.ReactNode }) {
  if (!children) return null
  return (
    <div>
      <dt className="text-label text-ink-3">{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
