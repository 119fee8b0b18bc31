import { useQuery } from "@tanstack/react-query"
import { Loaded } from "../document/loaded"
import { hero } from "./api"
import { HeroForm } from "./hero-form"

const FAILED = "Failed to load hero section content. Please refresh the page."

export function HeroEditor() {
  return (
    <Loaded query={useQuery(hero)} failed={{ text: FAILED }}>
      {(doc) => <HeroForm doc={doc} />}
    </Loaded>
  )
}
