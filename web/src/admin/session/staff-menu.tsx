import { Check, UserPlus, UserX } from "lucide-react"
import { DropdownMenu } from "radix-ui"
import type { ReactNode } from "react"
import { MenuContent } from "@/ui/menu"
import { useUser } from "./session"
import { useStaff } from "./staff"

type Props = {
  /** Who looks after it now. */
  assignedTo: string | null
  /** Whether it can be taken from everybody, though nobody is known to have it. */
  offersNobody?: boolean
  onGive: (to: string | null) => void
  isOpen?: boolean
  onOpenChange?: (isOpen: boolean) => void
  /** What opens it. */
  children: ReactNode
}

/** Chooses somebody of the team. */
export function StaffMenu({ assignedTo, offersNobody, onGive, children, ...open }: Props) {
  const { data: staff = [] } = useStaff()
  const me = useUser().id
  // Oneself first: that is what it is used for most.
  const people = staff.toSorted((a, b) => Number(b.id === me) - Number(a.id === me))
  return (
    <DropdownMenu.Root modal={false} open={open.isOpen} onOpenChange={open.onOpenChange}>
      <DropdownMenu.Trigger asChild>{children}</DropdownMenu.Trigger>
      <MenuContent
        align="end"
        items={[
          ...people.map(({ id, name, email }) => ({
            label: (name || email) + (id === me ? " (you)" : ""),
            icon: id === assignedTo ? Check : UserPlus,
            run: () => onGive(id),
          })),
          ...(assignedTo || offersNobody
            ? [{ label: "Nobody", icon: UserX, run: () => onGive(null) }]
            : []),
        ]}
      />
    </DropdownMenu.Root>
  )
}
