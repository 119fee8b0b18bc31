import { useQuery } from "@tanstack/react-query"
import { Crop, ImageIcon } from "lucide-react"
import { useState } from "react"
import { Button } from "@/ui/button"
import { addressOf, type CropName, library } from "./api"
import { CropDialog } from "./crop-dialog"
import { Cut } from "./cut"
import { Picker } from "./picker"
import { useDescribe } from "./use-describe"

type Props = {
  title: string
  hint: string
  value: string
  /** Whose picture it is, for whoever does not see what stands beside. */
  of?: string
  /** How the place shows it. A crop is saved at once, with the picture. */
  crop?: CropName
  onCropped?: () => void
  onPick: (address: string) => void
}

/** Opens the library beside a field for an address; a picture that is there is shown, cropped and removed. */
export function ChooseButton({ of, crop, onCropped, ...picker }: Props) {
  const [open, setOpen] = useState<"picker" | "crop">()
  const { value, onPick } = picker
  const isOurs = value.startsWith("/storage/")
  const { data } = useQuery({ ...library, enabled: isOurs && crop !== undefined })
  const media = isOurs ? data?.find((one) => addressOf(one) === value) : undefined
  const describe = useDescribe(onCropped)
  const close = () => setOpen(undefined)
  const whose = of && <span className="sr-only"> for {of}</span>
  return (
    <div className="flex items-center gap-3">
      {media && crop && <Cut media={media} name={crop} className="h-18 shrink-0" />}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => setOpen("picker")}>
          <ImageIcon aria-hidden="true" />
          Choose from Media
          {whose}
        </Button>
        {media && crop && (
          <>
            <Button size="sm" pending={describe.isPending} onClick={() => setOpen("crop")}>
              <Crop aria-hidden="true" />
              Crop{whose}
            </Button>
            <Button size="sm" look="ghost" onClick={() => onPick("")}>
              Remove<span className="sr-only"> the picture{of && ` of ${of}`}</span>
            </Button>
          </>
        )}
      </div>
      {open === "picker" && <Picker {...picker} onClose={close} />}
      {open === "crop" && media && (
        <CropDialog
          media={media}
          first={crop}
          onClose={close}
          onUse={(crops) => {
            close()
            describe.mutate({ id: media.id, crops })
          }}
        />
      )}
    </div>
  )
}
