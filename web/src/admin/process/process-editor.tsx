import { useQuery } from "@tanstack/react-query"
import { queryOf } from "@/lib/document"
import { process } from "@/lib/documents.gen"
import { Loaded } from "../document/loaded"
import { ProcessForm } from "./process-form"

const FAILED = {
  title: "Access Error",
  text: "Unable to load process content. Please make sure you're logged in with admin privileges.",
  retry: "Retry",
}

export function ProcessEditor() {
  return (
    <Loaded query={useQuery(queryOf(process))} failed={FAILED}>
      {(doc) => <ProcessForm doc={doc} />}
    </Loaded>
  )
}
