import type { Page } from "../rows/use-rows"
import { type Application, STAGES, type Stage } from "./stages"

/** The cards of each stage that are shown, and how many there are. */
export type Columns = Record<Stage, Page<Application>>

/** Those that were moved and are not stored there yet, as they will be. */
export type Moved = ReadonlyMap<number, Application>

/** The columns with what was moved where it will be. */
export function placed(columns: Columns, moved: Moved): Columns {
  if (moved.size === 0) return columns
  const column = (stage: Stage) => {
    const { rows, total } = columns[stage]
    const stay = rows.filter(({ id }) => (moved.get(id)?.stage ?? stage) === stage)
    const come = [...moved.values()].filter(
      (row) => row.stage === stage && !rows.some(({ id }) => id === row.id),
    )
    return [
      stage,
      {
        rows: [...stay.map((row) => moved.get(row.id) ?? row), ...come].toSorted(newestFirst),
        total: total - rows.length + stay.length + come.length,
      },
    ]
  }
  return Object.fromEntries(STAGES.map(column)) as Columns
}

const newestFirst = (a: Application, b: Application) =>
  b.created_at.localeCompare(a.created_at) || b.id - a.id
