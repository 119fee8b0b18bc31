import { useQuery } from "@tanstack/react-query"
import { queryOf } from "@/lib/document"
import { site, words } from "@/lib/documents.gen"
import { Loaded } from "../document/loaded"
import { IdentityEditor } from "./editor"

const FAILED = "Failed to load the identity. Please refresh the page."

export default function IdentityPage() {
  const said = useQuery(queryOf(words))
  return (
    <Loaded query={useQuery(queryOf(site))} failed={{ text: FAILED }}>
      {(doc) => <IdentityEditor doc={doc} words={said.data ?? []} />}
    </Loaded>
  )
}
