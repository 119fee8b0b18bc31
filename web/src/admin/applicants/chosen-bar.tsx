import { ArrowRight } from "lucide-react"
import { DropdownMenu } from "radix-ui"
import { Button } from "@/ui/button"
import { MenuContent } from "@/ui/menu"
import { StaffMenu } from "../session/staff-menu"
import { useAssign } from "./act"
import { type Application, STAGE_NAMES, STAGES, type Stage } from "./stages"

type Props = {
  rows: Application[]
  onMove: (rows: Application[], stage: Stage) => void
  onSayNo: (rows: Application[]) => void
  onClear: () => void
}

/** What is done with all that are chosen. */
export function ChosenBar({ rows, onMove, onSayNo, onClear }: Props) {
  const assign = useAssign()
  return (
    <section aria-label="Selected" className="chosen-bar">
      <p role="status" className="mr-2 font-medium tabular-nums">
        {rows.length} selected
      </p>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger asChild>
          <Button size="sm">Move to</Button>
        </DropdownMenu.Trigger>
        <MenuContent
          align="start"
          items={STAGES.map((stage) => ({
            label: STAGE_NAMES[stage],
            icon: ArrowRight,
            run: () => onMove(rows, stage),
          }))}
        />
      </DropdownMenu.Root>
      <StaffMenu
        assignedTo={null}
        offersNobody
        onGive={(to) => assign.mutate({ ids: rows.map(({ id }) => id), to })}
      >
        <Button size="sm">Assign</Button>
      </StaffMenu>
      <Button size="sm" aria-haspopup="dialog" onClick={() => onSayNo(rows)}>
        Say no
      </Button>
      <button type="button" className="text-link ml-auto cursor-pointer" onClick={onClear}>
        Clear
      </button>
    </section>
  )
}
