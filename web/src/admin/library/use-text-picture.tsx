import { useState } from "react"
import type { RichPicture } from "@/ui/rich-schema"
import { Picker } from "./picker"

/** Chooses the pictures of a rich text: what its field is told, and the dialog while it is open. */
export function useTextPicture() {
  const [insert, setInsert] = useState<(picture: RichPicture) => void>()
  const onPicture = (insert: (picture: RichPicture) => void) => setInsert(() => insert)
  const picker = insert && (
    <Picker
      title="Choose a picture"
      hint="It is shown as wide as the text."
      value=""
      only="media"
      onPick={(address, { alt, width, height }) => insert({ src: address, alt, width, height })}
      onClose={() => setInsert(undefined)}
    />
  )
  return { onPicture, picker }
}
