import { useQuery } from "@tanstack/react-query"
import { TriangleAlert } from "lucide-react"
import { Link } from "wouter"
import { partOf, queryOf } from "@/lib/document"
import { type Site, site } from "@/lib/documents.gen"
import { Notice } from "@/ui/notice"
import { PageHead } from "@/ui/page-head"
import { DocumentForm } from "../document/document-form"
import { Loaded } from "../document/loaded"
import { useDocumentForm } from "../document/use-document-form"
import { FromBefore } from "./from-before"
import { NewsletterFields } from "./newsletter-fields"

/** The fields of the site that are about letters. */
const siteNewsletter = partOf(site, "site-newsletter", ["double_opt_in", "letters_public"])

export default function NewsletterPage() {
  return (
    <>
      <PageHead
        title="Newsletter"
        text="How people come onto the list, and who can read letters."
      />
      <Loaded
        query={useQuery(queryOf(site))}
        failed={{ text: "The newsletter settings could not be loaded." }}
      >
        {(doc) => <Editor doc={doc} />}
      </Loaded>
    </>
  )
}

function Editor({ doc }: { doc: Site }) {
  const editing = useDocumentForm(siteNewsletter, {
    doc,
    done: "The newsletter settings have been updated.",
    failed: "Failed to update the newsletter settings",
    says: "server",
  })
  return (
    <div className="grid max-w-180 gap-5">
      <DocumentForm label="Newsletter" editing={editing}>
        <NewsletterFields form={editing.form} />
      </DocumentForm>
      {/* The bar that saves reaches below its form. */}
      <div className="pt-8">
        <FromBefore site={doc} />
      </div>
      <Notice
        icon={TriangleAlert}
        text={
          <>
            <strong className="font-semibold">One-click unsubscribe needs DKIM.</strong> The link in
            the letter works without it.{" "}
            <Link href="/admin/settings/mail" className="text-link">
              Settings, Mail
            </Link>
          </>
        }
      />
    </div>
  )
}
