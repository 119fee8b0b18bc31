import { Tabs as Radix } from "radix-ui"
import type { ReactNode } from "react"

export type Tab = { value: string; label: string; content: ReactNode }

type Props = { value: string; onChange: (value: string) => void; tabs: Tab[]; label: string }

/** All tabs stay mounted, so that switching loses nothing that was typed. */
export function Tabs({ value, onChange, tabs, label }: Props) {
  return (
    <Radix.Root value={value} onValueChange={onChange}>
      <Radix.List
        aria-label={label}
        className="mb-7 flex gap-6 overflow-x-auto border-b border-line"
      >
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value} className="tab">
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.value}
          value={tab.value}
          forceMount
          className="data-[state=inactive]:hidden"
        >
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
