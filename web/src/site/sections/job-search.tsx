import { ChevronDown, Search } from "lucide-react"
import { type ChangeEvent, useEffect, useRef } from "react"
import type { JobFilters } from "../data"
import { choiceText } from "../job-facts"
import { word } from "../words"

type Props = {
  filters: JobFilters
  /** How many jobs the list has. */
  shown: number
}

/** Search and filters of a long list. The address has them, so they work without JavaScript and can be shared. */
export function JobSearch({ filters, shown }: Props) {
  const { chosen, total } = filters
  const isFiltered = Object.values(chosen).some(Boolean)
  const form = useRef<HTMLFormElement>(null)
  // A choice that was made before React was there has been heard by nobody.
  useEffect(() => {
    const selects = form.current?.querySelectorAll("select") ?? []
    const isChanged = [...selects].some(
      ({ name, value }) => value !== chosen[name as keyof typeof chosen],
    )
    if (isChanged) form.current?.requestSubmit()
  }, [chosen])
  return (
    <>
      <search>
        <form ref={form} className="flts" method="get" action="/careers" autoComplete="off">
          <div className="flt q">
            <button type="submit" aria-label={word("jobs_search")}>
              <Search className="ic" strokeWidth={1.75} />
            </button>
            <input
              type="search"
              name="q"
              maxLength={80}
              defaultValue={chosen.q}
              placeholder={word("jobs_search")}
              aria-label={word("jobs_search")}
              enterKeyHint="search"
            />
          </div>
          <div className="flr">
            <Filter
              name="place"
              label={word("jobs_filter_place")}
              value={chosen.place}
              options={filters.places}
            />
            <Filter
              name="workplace"
              label={word("jobs_filter_workplace")}
              value={chosen.workplace}
              options={filters.workplaces}
              text={choiceText}
            />
            <Filter
              name="type"
              label={word("jobs_filter_type")}
              value={chosen.type}
              options={filters.types}
              text={choiceText}
            />
          </div>
        </form>
      </search>
      {isFiltered && (
        <p className="fln">
          <b>{shown > 0 ? word("jobs_count", { n: shown, all: total }) : word("jobs_no_match")}</b>
          <a className="tlink" href="/careers">
            {word("jobs_clear")}
          </a>
        </p>
      )}
    </>
  )
}

const submit = (event: ChangeEvent<HTMLSelectElement>) => event.target.form?.requestSubmit()

type FilterProps = {
  name: string
  label: string
  value: string
  options: string[]
  text?: (value: string) => string
}

function Filter({ name, label, value, options, text = (one) => one }: FilterProps) {
  // A place from an old address that no job has any more can still be seen, and cleared.
  const all = value && !options.includes(value) ? [value, ...options] : options
  if (all.length === 0) return null
  return (
    <label className="flt">
      <span className="sr">{label}</span>
      <select name={name} defaultValue={value} onChange={submit}>
        <option value="">{`${label}: ${word("jobs_filter_all")}`}</option>
        {all.map((one) => (
          <option key={one} value={one}>
            {text(one)}
          </option>
        ))}
      </select>
      <ChevronDown className="ic" strokeWidth={1.75} />
    </label>
  )
}
