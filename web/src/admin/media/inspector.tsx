import { ChevronRight, Crop, Download, RefreshCw, Trash2 } from "lucide-react"
import { useRef, useState } from "react"
import { Link } from "wouter"
import { counted } from "@/lib/format"
import { useUnsaved } from "@/lib/unsaved"
import { Button } from "@/ui/button"
import { Drawer } from "@/ui/drawer"
import { Field } from "@/ui/field"
import { FileButton } from "@/ui/file-button"
import { IconButton } from "@/ui/icon-button"
import { Textarea } from "@/ui/input"
import { Progress } from "@/ui/progress"
import { When } from "@/ui/when"
import { editorOf, kindOf } from "../kinds/kinds"
import {
  addressOf,
  type CropName,
  dimensions,
  fileSize,
  type Media,
  SHAPES,
  type Use,
} from "../library/api"
import { CropDialog } from "../library/crop-dialog"
import { Cut } from "../library/cut"
import { Focal } from "../library/focal"
import { useDescribe } from "../library/use-describe"
import { DeleteQuestion } from "./delete-question"
import { useReplace } from "./use-media"

/** Where a use is edited: its own row where there is one. */
const screenOf = ({ document, document_id, column }: Use) =>
  document === "site" && column.startsWith("head_")
    ? "/admin/settings/search"
    : (editorOf(document, document_id)?.() ?? kindOf(document).path)

type Props = {
  media: Media
  places: Use[]
  onClose: () => void
  onReplaced: (id: number) => void
}

/** All that is known of one picture, and what can be done with it. */
export function Inspector({ media, places, onClose, onReplaced }: Props) {
  const [alt, setAlt] = useState(media.alt)
  const [focus, setFocus] = useState({ x: media.focal_x, y: media.focal_y })
  const [open, setOpen] = useState<"crop" | "delete">()
  const file = useRef<HTMLInputElement>(null)
  const describe = useDescribe()
  const replace = useReplace(onReplaced)
  const isChanged = alt !== media.alt || focus.x !== media.focal_x || focus.y !== media.focal_y
  const mayLeave = useUnsaved(isChanged)
  const close = async () => {
    if (await mayLeave()) onClose()
  }
  // The drawer goes on with the new picture.
  const replaceWith = async (one?: File) => {
    if (one && (await mayLeave())) replace.mutate({ media, file: one })
  }
  const looked = { ...media, focal_x: focus.x, focal_y: focus.y }
  return (
    <Drawer
      title={media.file_name}
      onClose={() => void close()}
      footer={
        <div className="flex w-full items-center gap-2">
          <FileButton
            label="Replace with"
            input={file}
            pending={replace.isPending}
            pendingLabel="Replacing..."
            onFiles={([one]) => void replaceWith(one)}
          >
            <RefreshCw aria-hidden="true" /> Replace
          </FileButton>
          <Button onClick={() => setOpen("crop")}>
            <Crop aria-hidden="true" /> Crop
          </Button>
          <a
            href={`${addressOf(media)}?download=${encodeURIComponent(media.file_name)}`}
            aria-label={`Download ${media.file_name}`}
            title="Download"
            className="inline-grid size-8 place-items-center rounded-[7px] text-ink-2 hover:bg-ink/7 hover:text-ink max-md:size-10 [&_svg]:size-4"
          >
            <Download aria-hidden="true" />
          </a>
          <IconButton
            look="danger"
            label={`Delete ${media.file_name}`}
            onClick={() => setOpen("delete")}
          >
            <Trash2 />
          </IconButton>
        </div>
      }
    >
      <div className="p-6 max-md:p-5">
        <Focal media={media} value={focus} onChange={setFocus} />
        {replace.isPending && (
          <Progress label={`Upload of ${replace.variables.file.name}`} percent={replace.percent} />
        )}
        <div className="media-cuts">
          {(Object.keys(SHAPES) as CropName[]).map((name) => (
            <figure key={name}>
              <Cut media={looked} name={name} />
              <figcaption className="mt-1 text-micro text-ink-3">{SHAPES[name].label}</figcaption>
            </figure>
          ))}
        </div>
        <Field
          label="Alt text"
          hint="Say what the picture shows. Empty means decoration."
          className="mt-5"
        >
          {(control) => (
            <Textarea
              {...control}
              rows={2}
              maxLength={300}
              value={alt}
              onChange={(event) => setAlt(event.target.value)}
            />
          )}
        </Field>
        <Button
          look="primary"
          size="sm"
          className="mt-3"
          disabled={!isChanged}
          pending={describe.isPending}
          pendingLabel="Saving..."
          onClick={() => describe.mutate({ id: media.id, alt, focal_x: focus.x, focal_y: focus.y })}
        >
          Save
        </Button>
        <h3 className="mt-6 font-medium">
          {places.length > 0 ? `Used in ${counted(places.length, "place")}` : "Not used anywhere"}
        </h3>
        <ul className="media-uses mt-1">
          {places.map((use) => (
            <li key={`${use.document} ${use.document_id} ${use.label} ${use.field}`}>
              <Link href={screenOf(use)}>
                <span>
                  {use.label} <span className="text-ink-3">({use.field})</span>
                </span>
                <ChevronRight className="size-4 text-ink-3" aria-hidden="true" />
              </Link>
            </li>
          ))}
        </ul>
        <dl className="crop-facts">
          <dt>Uploaded</dt>
          <dd>
            <When at={media.created_at} />
          </dd>
          <dt>Size</dt>
          <dd className="tabular-nums">
            {dimensions(media)}, {fileSize(media.bytes)}
          </dd>
        </dl>
      </div>
      {open === "crop" && (
        <CropDialog
          media={looked}
          onClose={() => setOpen(undefined)}
          onUse={(crops) => {
            setOpen(undefined)
            describe.mutate({ id: media.id, crops })
          }}
        />
      )}
      {open === "delete" && (
        <DeleteQuestion
          media={media}
          places={places}
          onReplace={() => {
            setOpen(undefined)
            file.current?.click()
          }}
          onCancel={() => setOpen(undefined)}
          onDeleted={onClose}
        />
      )}
    </Drawer>
  )
}
