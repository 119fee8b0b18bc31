import { Drawer } from "@/ui/drawer"
import { EVERYTHING } from "./api"
import { EntryList } from "./entry-list"

type Props = { label: string; documents: string[]; onClose: () => void }

/** What was done to a list, with the ways to each version and back from each deletion. */
export default function EntryDrawer({ label, documents, onClose }: Props) {
  return (
    <Drawer title={`History of ${label}`} onClose={onClose}>
      <div className="feed-narrow p-6">
        <EntryList filter={{ ...EVERYTHING, documents }} onGo={onClose} />
      </div>
    </Drawer>
  )
}
