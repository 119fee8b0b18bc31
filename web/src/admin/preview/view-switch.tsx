import { Segment } from "@/ui/segment"
import { useBench } from "./bench"

/** Edit or Preview, where there is no room for both. */
export function ViewSwitch() {
  const shared = useBench()
  if (!shared) return null
  return (
    <Segment
      label="View"
      value={shared.view}
      onChange={shared.setView}
      choices={[
        { value: "edit", label: "Edit" },
        { value: "preview", label: "Preview" },
      ]}
    />
  )
}
