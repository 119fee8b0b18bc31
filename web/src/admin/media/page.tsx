import { useQuery } from "@tanstack/react-query"
import { Upload } from "lucide-react"
import { useState } from "react"
import { counted, number } from "@/lib/format"
import { EmptyState } from "@/ui/empty-state"
import { ErrorState } from "@/ui/error-state"
import { FileButton } from "@/ui/file-button"
import { NoMatch } from "@/ui/no-match"
import { PageHead } from "@/ui/page-head"
import { PillSelect } from "@/ui/pill-select"
import { Pills } from "@/ui/pills"
import { SearchField } from "@/ui/search-field"
import { Spinner } from "@/ui/spinner"
import { useAsked } from "../document/use-asked"
import { isLogo, library, type Media, matches, uses, usesOf } from "../library/api"
import { PictureGrid } from "../library/grid"
import { useArrivals } from "../library/upload"
import { useDropAnywhere } from "../library/use-drop"
import { Inspector } from "./inspector"

const CHIPS = ["All", "Portraits", "Logos", "Not used", "No alt text"] as const
type Chip = (typeof CHIPS)[number]

const SORTS: Record<string, { label: string; by: (a: Media, b: Media) => number }> = {
  newest: { label: "Newest first", by: (a, b) => b.id - a.id },
  name: { label: "By name", by: (a, b) => a.file_name.localeCompare(b.file_name) },
  largest: { label: "Largest first", by: (a, b) => b.bytes - a.bytes },
}

export default function MediaPage() {
  const query = useQuery(library)
  const { data: places } = useQuery(uses)
  const [search, setSearch] = useState("")
  const [chip, setChip] = useState<Chip>("All")
  const [sort, setSort] = useState("newest")
  const [chosen, setChosen] = useState<number>()
  useAsked(query.data, setChosen)
  const arrivals = useArrivals()
  const hovering = useDropAnywhere(arrivals.add)
  const all = query.data ?? []
  const isUnused = (media: Media) => places !== undefined && usesOf(media, places).length === 0
  const under: Record<Chip, (media: Media) => boolean> = {
    All: () => true,
    Portraits: (media) => !isLogo(media) && media.height > media.width,
    Logos: isLogo,
    "Not used": isUnused,
    "No alt text": (media) => !isLogo(media) && media.alt === "",
  }
  const chips = CHIPS.map((value) => {
    const isCounted = value === "Not used" || value === "No alt text"
    return {
      value,
      label: isCounted ? `${value} ${number(all.filter(under[value]).length)}` : value,
    }
  })
  const shown = all
    .filter((media) => under[chip](media) && matches(media, search))
    .sort(SORTS[sort]?.by)
  const open = all.find(({ id }) => id === chosen)
  const clear = () => {
    setSearch("")
    setChip("All")
  }
  return (
    <>
      <PageHead
        title="Media"
        text={`${counted(all.length, "picture")}. Drop files anywhere, or paste one.`}
      >
        <FileButton look="primary" label="Upload pictures" multiple onFiles={arrivals.add}>
          <Upload aria-hidden="true" /> Upload
        </FileButton>
      </PageHead>
      <div className="feed-filters">
        <SearchField
          value={search}
          onChange={setSearch}
          placeholder="Search by name or alt text..."
          found={search ? counted(shown.length, "picture") : ""}
        />
        <Pills label="Which" value={chip} onChange={setChip} choices={chips}>
          <PillSelect
            label="Order"
            value={sort}
            onChange={setSort}
            options={Object.entries(SORTS).map(([value, { label }]) => ({ value, label }))}
          />
        </Pills>
      </div>
      {query.isError && (
        <ErrorState title="The pictures could not be loaded." onRetry={query.refetch} />
      )}
      {query.isPending && <Spinner label="Loading..." />}
      {query.isSuccess && all.length + arrivals.list.length === 0 && (
        <EmptyState
          title="No pictures yet"
          text="Portraits, logos and all other pictures of the site wait here."
        />
      )}
      {all.length > 0 && shown.length === 0 && (
        <NoMatch text="No picture matches." onClear={clear} />
      )}
      <PictureGrid
        arrivals={arrivals}
        pictures={shown}
        chosen={chosen === undefined ? [] : [chosen]}
        isUnused={isUnused}
        onChoose={({ id }) => setChosen(id)}
      />
      {hovering > 0 && (
        <div className="media-drop display">
          <p>Let go to upload {counted(hovering, "file")}</p>
        </div>
      )}
      {open && (
        <Inspector
          key={open.id}
          media={open}
          places={usesOf(open, places)}
          onClose={() => setChosen(undefined)}
          onReplaced={setChosen}
        />
      )}
    </>
  )
}
