import { useQuery } from "@tanstack/react-query"
import { Columns3, Rows3 } from "lucide-react"
import { number } from "@/lib/format"
import { PillSelect } from "@/ui/pill-select"
import { SearchField } from "@/ui/search-field"
import { Segment } from "@/ui/segment"
import { applicationsHeld } from "../layout/counts"
import { useUser } from "../session/session"
import { useStaff } from "../session/staff"
import { NOBODY, overview } from "./api"
import { STAGE_NAMES, STAGES } from "./stages"
import type { Asked } from "./use-asked"

type Props = {
  asked: Asked
  search: string
  /** What the search found, read out after typing. */
  found: string
  onSearch: (text: string) => void
}

/** What narrows the screen, and how it shows the rest. */
export function Filters({ asked, search, found, onSearch }: Props) {
  const { data } = useQuery(overview)
  const { data: staff = [] } = useStaff()
  const { data: held = 0 } = useQuery(applicationsHeld)
  const me = useUser().id
  const all = (value: string, label: string) => ({ value, label })
  return (
    <div className="feed-filters">
      <SearchField
        value={search}
        onChange={onSearch}
        placeholder="Search by name, email or note..."
        found={found}
      />
      <PillSelect
        label="Job"
        value={asked.job}
        onChange={asked.setJob}
        options={[
          all("", "Every job"),
          ...(data?.jobs ?? []).map(({ id, title }) => all(String(id), title || "A job")),
        ]}
      />
      {asked.view === "list" && !asked.isHeld && (
        <PillSelect
          label="Stage"
          value={asked.stage}
          onChange={asked.setStage}
          options={[
            all("", "Every stage"),
            ...STAGES.map((stage) => all(stage, STAGE_NAMES[stage])),
          ]}
        />
      )}
      <PillSelect
        label="With"
        value={asked.person}
        onChange={asked.setPerson}
        options={[
          all("", "Anyone"),
          all(me, "Mine"),
          ...staff
            .filter(({ id }) => id !== me)
            .map(({ id, name, email }) => all(id, `With ${name || email}`)),
          all(NOBODY, "With nobody"),
        ]}
      />
      {(held > 0 || asked.isHeld) && (
        <button
          type="button"
          className="pill"
          aria-pressed={asked.isHeld}
          onClick={() => asked.setHeld(!asked.isHeld)}
        >
          Held back {number(held)}
        </button>
      )}
      <Segment
        label="View"
        value={asked.view}
        onChange={asked.setView}
        choices={[
          { value: "board", label: "Board", icon: <Columns3 aria-hidden="true" /> },
          { value: "list", label: "List", icon: <Rows3 aria-hidden="true" /> },
        ]}
      />
    </div>
  )
}
