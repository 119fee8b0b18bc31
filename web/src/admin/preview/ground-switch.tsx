import { Moon, Sun } from "lucide-react"
import type { Ground } from "@/lib/ground"
import { Segment } from "@/ui/segment"

type Props = { value: Ground; onChange: (ground: Ground) => void }

/** Whether a preview is light or dark. */
export function GroundSwitch(props: Props) {
  return (
    <Segment
      {...props}
      label="Theme of the preview"
      compact
      choices={[
        { value: "light", label: "Light", icon: <Sun aria-hidden="true" /> },
        { value: "dark", label: "Dark", icon: <Moon aria-hidden="true" /> },
      ]}
    />
  )
}
