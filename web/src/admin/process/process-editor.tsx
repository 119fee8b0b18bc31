import { useQuery } from "@tanstack/react-query"
import { Loaded } from "../document/loaded"
import { process } from "./api"
import { ProcessForm } from "./process-form"

const FAILED = {
  title: "Access Error",
  text: "Unable to load process content. Please make sure you're logged in with admin privileges.",
  retry: "Retry",
}

export function ProcessEditor() {
  return (
    <Loaded query={useQuery(process)} failed={FAILED}>
      {(doc) => <ProcessForm doc={doc} />}
    </Loaded>
  )
}
