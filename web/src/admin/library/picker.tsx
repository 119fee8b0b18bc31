import { useQuery } from "@tanstack/react-query"
import { ImagePlus, Upload } from "lucide-react"
import { useState } from "react"
import { Button } from "@/ui/button"
import { Dialog, DialogBody } from "@/ui/dialog"
import { ErrorState } from "@/ui/error-state"
import { FileButton } from "@/ui/file-button"
import { SearchField } from "@/ui/search-field"
import { addressOf, library, type Media, matches } from "./api"
import { PictureGrid } from "./grid"
import { useArrivals } from "./upload"
import { useDropAnywhere } from "./use-drop"

type Props = {
  title: string
  /** What looks good there. */
  hint: string
  /** The address that is used now. */
  value: string
  /** Of this bucket alone, where the place takes no other pictures, nor addresses. */
  only?: Media["bucket"]
  /** How many may be chosen at once. */
  most?: number
  /** Addresses that are not offered. */
  without?: readonly string[]
  onPick: (address: string, media: Media, all: Media[]) => void
  onClose: () => void
}

/** Chooses a picture: a new one, or one of the library. */
export function Picker(props: Props) {
  const { title, hint, value, only, most = 1, without = [], onPick, onClose } = props
  const query = useQuery(library)
  const [search, setSearch] = useState("")
  const [chosen, setChosen] = useState<Media[]>([])
  const arrivals = useArrivals((media) => setChosen((before) => [...before, media].slice(-most)))
  const hovering = useDropAnywhere(arrivals.add)
  const upload = most > 1 ? "Upload images" : "Upload image"
  const used = query.data?.filter((media) => value !== "" && addressOf(media) === value) ?? []
  const now = chosen.length > 0 ? chosen : used
  const choose = (media: Media) =>
    setChosen((before) => {
      const others = before.filter(({ id }) => id !== media.id)
      const isTakenBack = most > 1 && others.length < before.length
      return isTakenBack ? others : [...others, media].slice(-most)
    })
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <>
          {!only && (
            <Button look="ghost" className="mr-auto" onClick={onClose}>
              Use a web address instead
            </Button>
          )}
          <Button
            look="primary"
            disabled={now.length === 0}
            onClick={() => {
              if (now[0]) onPick(addressOf(now[0]), now[0], now)
              onClose()
            }}
          >
            {now.length > 1 ? `Use ${now.length} pictures` : "Use picture"}
          </Button>
        </>
      }
    >
      <DialogBody className="grid gap-4">
        <div className="drop flex flex-wrap items-center gap-3.5">
          <ImagePlus className="size-6 text-edge" aria-hidden="true" />
          <div className="min-w-0 flex-1">
            <p className="font-medium">
              {hovering > 0 ? "Let go to upload" : "Drop a picture here, or paste one"}
            </p>
            <p className="text-label text-ink-3">png, jpeg, gif or webp, up to 20 MB. {hint}</p>
          </div>
          <FileButton look="primary" label={upload} multiple={most > 1} onFiles={arrivals.add}>
            <Upload aria-hidden="true" /> {upload}
          </FileButton>
        </div>
        <div className="flex">
          <SearchField
            value={search}
            onChange={setSearch}
            placeholder="Search by name or alt text..."
          />
        </div>
        {query.isError && (
          <ErrorState title="The pictures could not be loaded." onRetry={query.refetch} />
        )}
        <PictureGrid
          className="media-picks"
          arrivals={arrivals}
          pictures={(query.data ?? []).filter(
            (media) =>
              (!only || media.bucket === only) &&
              !without.includes(addressOf(media)) &&
              matches(media, search),
          )}
          chosen={now.map(({ id }) => id)}
          onChoose={choose}
        />
      </DialogBody>
    </Dialog>
  )
}
