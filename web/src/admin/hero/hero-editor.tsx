import { useQuery } from "@tanstack/react-query"
import { queryOf } from "@/lib/document"
import { hero } from "@/lib/documents.gen"
import { Loaded } from "../document/loaded"
import { HeroForm } from "./hero-form"

const FAILED = "Failed to load hero section content. Please refresh the page."

export function HeroEditor() {
  return (
    <Loaded query={useQuery(queryOf(hero))} failed={{ text: FAILED }}>
      {(doc) => <HeroForm doc={doc} />}
    </Loaded>
  )
}
