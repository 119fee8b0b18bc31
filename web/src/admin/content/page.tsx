import { ChevronRight } from "lucide-react"
import { Link } from "wouter"
import { PageHead } from "@/ui/page-head"
import { contentGroups } from "../layout/tree"
import { useFacts } from "./facts"

/** Every screen that changes what visitors see; on phones it is one tap away. */
export default function ContentPage() {
  const facts = useFacts()
  return (
    <>
      <PageHead title="Update Content" text="Pick what to change. You see it as you type." />
      <div className="content-groups">
        {contentGroups.map(({ label, children }) => (
          <section key={label} aria-label={label} className="card">
            <h2 className="display px-4 pt-3.5 pb-1 text-subtitle">{label}</h2>
            <ul>
              {children.map((screen) => (
                <li key={screen.path}>
                  <Link href={screen.path} className="content-row">
                    <span className="min-w-0 flex-1">
                      <span className="block font-medium">{screen.label}</span>
                      <span className="block min-h-5 text-label text-ink-3">
                        {facts[screen.path]}
                      </span>
                    </span>
                    <ChevronRight aria-hidden="true" />
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}
