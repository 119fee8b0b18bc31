import { useEffect, useEffectEvent, useId } from "react"
import type { FieldValues, UseFormReturn } from "react-hook-form"
import type { Declared } from "@/lib/document"
import { type Layer, useBench } from "./bench"

type Any = Declared<unknown, object>
type Row = Record<string, unknown> & { id: number | string }
type Content = NonNullable<Layer["content"]>

/** What a form holds, in the places where pages have it: the row under its table, lists that are tables of their own under theirs. */
export function contentOf({ kind, table, lists }: Any, values: object): Content {
  const apart = Object.entries(lists).filter(([, list]) => kind === "whole" || list.apart)
  const rest = { ...values } as Content
  const content: Content = {}
  for (const [name, list] of apart)
    if (name in rest) {
      content[list.table] = rest[name]
      delete rest[name]
    }
  return kind === "whole" ? content : { ...content, [table]: rest }
}

/** The rows that visitors see, in their order, with one as it is in its form; a new one comes last. */
export function rowsOf<One extends { id: number }>(
  { table, order, shows }: Declared<One, object>,
  rows: readonly One[],
  edited?: { id: number | undefined; values: object },
): Content {
  const all: Row[] = rows.map((row) => ({ ...row, ...(row.id === edited?.id && edited.values) }))
  if (edited && edited.id === undefined) all.push({ id: "new", ...edited.values })
  const shown = all.filter((row) => !shows || row[shows])
  return { [table]: shown.sort((a, b) => inOrder(order, a, b)) }
}

function inOrder(order: string[], a: Row, b: Row): number {
  for (const column of order) {
    const [one, other] = [a[column], b[column]] as [number, number]
    if (one === undefined || other === undefined) continue
    if (one !== other) return one < other ? -1 : 1
  }
  return 0
}

/** The row that a press in the preview is about. */
export function rowAt<One extends { id: number }>(
  declared: Declared<One, object>,
  rows: readonly One[],
  id: string,
): number | undefined {
  if (id.startsWith("@"))
    return rows.find((row) => (row as { slug?: string }).slug === id.slice(1))?.id
  if (!id.startsWith("#")) return rows.find((row) => String(row.id) === id)?.id
  const [shown = []] = Object.values(rowsOf(declared, rows)) as One[][]
  return shown[Number(id.slice(1))]?.id
}

/** Shows what is typed into a form, in the next picture that the screen draws. */
export function useShownForm<Values extends FieldValues>(
  form: Pick<UseFormReturn<Values>, "getValues" | "subscribe">,
  layerOf: (values: Values) => Layer,
) {
  const key = useId()
  const bench = useBench()?.bench
  const layer = useEffectEvent(layerOf)
  useEffect(() => {
    const show = () => bench?.put(key, layer(form.getValues()))
    bench?.layerOf.set(form, (values) => layer(values))
    show()
    const stop = form.subscribe({ formState: { values: true }, callback: () => show() })
    return () => {
      stop()
      bench?.put(key, undefined)
    }
  }, [bench, form, key])
}
