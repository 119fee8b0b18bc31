import { ImageIcon } from "lucide-react"
import { useState } from "react"
import { Button } from "@/ui/button"
import { Picker } from "./picker"

type Props = {
  title: string
  hint: string
  value: string
  /** Whose picture it is, for whoever does not see what stands beside. */
  of?: string
  onPick: (address: string) => void
}

/** Opens the library beside a field for an address. */
export function ChooseButton({ of, ...picker }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        <ImageIcon aria-hidden="true" />
        Choose from Media
        {of && <span className="sr-only"> for {of}</span>}
      </Button>
      {isOpen && <Picker {...picker} onClose={() => setOpen(false)} />}
    </>
  )
}
