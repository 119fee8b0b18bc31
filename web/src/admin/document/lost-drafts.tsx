import { feedMoment } from "@/lib/format"
import { Button } from "@/ui/button"
import { Notice } from "@/ui/notice"
import { focusHead } from "@/ui/return-focus"
import type { Lost } from "./use-lost"

type Props<Row> = {
  lost: Lost<Row>[]
  nameOf: (row: Row) => string
  /** Opens the form of a row that is no more, with what was typed in it. */
  onOpen: (row: Row) => void
  discard: (one: Lost<Row>) => void
}

/** Says that there is unsaved text of rows which someone deleted since. */
export function LostDrafts<Row>({ lost, nameOf, onOpen, discard }: Props<Row>) {
  return lost.map((one) => (
    <Notice
      key={one.key}
      text={`Someone else deleted ${nameOf(one.draft.base)} before you saved your changes from ${feedMoment(one.draft.at)}.`}
    >
      <Button size="sm" onClick={() => onOpen(one.draft.base)}>
        Open them
      </Button>
      <Button
        size="sm"
        onClick={() => {
          discard(one)
          focusHead()
        }}
      >
        Discard them
      </Button>
    </Notice>
  ))
}
