import { ChevronDown, Plus } from "lucide-react"
import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from "react"
import {
  type ArrayPath,
  type Control,
  type FieldArray,
  type FieldArrayWithId,
  type FieldPath,
  type FieldValues,
  get,
  type UseFormReturn,
  useFieldArray,
  useFormState,
  useWatch,
} from "react-hook-form"
import { Button } from "@/ui/button"
import { placed } from "@/ui/field"
import { RemoveButton } from "@/ui/remove-button"
import { SortableList } from "@/ui/sortable-list"
import { labelled } from "./labels"
import { moveOne } from "./move-one"

/** What a closed row shows of its fields. */
export type Head = { title: string; text?: string | null; icon?: ReactNode }

type Props<Values extends FieldValues, Name extends ArrayPath<Values>> = {
  form: UseFormReturn<Values>
  name: Name
  /** What one of them is called, such as "area". */
  item: string
  /** What the button says that adds one. */
  add: string
  blank: FieldArray<Values, Name>
  /** Each row says its number, before its title. */
  numbered?: boolean
  headOf: (row: FieldArray<Values, Name>) => Head
  /** Makes the fields of one. */
  children: (index: number) => ReactNode
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** Parts of a document as rows in an order, of which one is open at a time. */
export function FoldList<Values extends FieldValues, Name extends ArrayPath<Values>>(
  props: Props<Values, Name>,
) {
  const { form, name, item, add, blank, numbered, headOf, children } = props
  labelled(form, name, capital(item))
  const { control } = form
  const list = useFieldArray({ control, name, keyName: "key" })
  const rows = list.fields as FieldArrayWithId<Values, Name, "key">[]
  const keys = rows.map(({ key }) => key)
  const box = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<number>()
  const nameOf = (index: number) => `${capital(item)} ${index + 1}`
  useWrongRow(form, name, box, open, setOpen)

  const append = () => {
    list.append(blank)
    setOpen(rows.length)
  }
  const remove = (index: number) => {
    list.remove(index)
    setOpen((at) => (at === undefined || at === index ? undefined : at - Number(at > index)))
  }
  const move = (from: number, to: number) => {
    list.move(from, to)
    setOpen((at) => (at === undefined ? at : afterMove(at, from, to)))
  }
  return (
    <div data-rows ref={box}>
      <SortableList
        className="folds empty:hidden"
        whole
        items={rows}
        idOf={({ key }) => key}
        nameOf={(row) => headOf(row).title || item}
        rowClass={(row) => (keys.indexOf(row.key) === open ? "fold fold-open" : "fold")}
        onMove={(order) => move(...moveOne(keys, order))}
      >
        {(_, index, { grip, menu }) => (
          <Fold
            isOpen={index === open}
            onToggle={() => setOpen(index === open ? undefined : index)}
            grip={grip}
            menu={menu}
            name={nameOf(index)}
            head={
              <RowHead
                control={control}
                path={`${name}.${index}` as FieldPath<Values>}
                name={nameOf(index)}
                numbered={numbered}
                headOf={headOf as (row: unknown) => Head}
              />
            }
            path={`${name}.${index}`}
          >
            {children(index)}
            <div className="fold-foot">
              <RemoveButton
                label={`Remove ${item} ${index + 1}`}
                text={`Remove ${item}`}
                onClick={() => remove(index)}
              />
            </div>
          </Fold>
        )}
      </SortableList>
      <Button look="ghost" className="mt-3" data-add onClick={append}>
        <Plus aria-hidden="true" /> {add}
      </Button>
    </div>
  )
}

const afterMove = (at: number, from: number, to: number) =>
  at === from ? to : at - Number(from < at && at <= to) + Number(to <= at && at < from)

type FoldProps = {
  isOpen: boolean
  onToggle: () => void
  grip: ReactNode
  menu: ReactNode
  name: string
  path: string
  head: ReactNode
  children: ReactNode
}

function Fold({ isOpen, onToggle, grip, menu, name, path, head, children }: FoldProps) {
  const id = useId()
  return (
    <>
      <div className="fold-head">
        {grip}
        <h3 className="fold-title">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={id}
            data-move="head"
            onClick={onToggle}
          >
            {head}
            <ChevronDown aria-hidden="true" />
          </button>
        </h3>
        {menu}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: the row is a list item already */}
      <div
        id={id}
        role="group"
        aria-label={name}
        className="fold-body"
        data-fold
        hidden={!isOpen}
        {...placed(path, name)}
      >
        {children}
      </div>
    </>
  )
}

type HeadProps<Values extends FieldValues> = {
  control: Control<Values>
  path: FieldPath<Values>
  name: string
  numbered?: boolean
  headOf: (row: unknown) => Head
}

// Drawn by itself, so that what is typed draws no other row.
function RowHead<Values extends FieldValues>(props: HeadProps<Values>) {
  const { control, path, name, numbered, headOf } = props
  const row = useWatch({ control, name: path })
  const { title, text, icon } = headOf(row ?? {})
  return (
    <>
      {icon && <span className="fold-icon">{icon}</span>}
      <span className="fold-words">
        <b>{title && numbered ? `${name}, ${title}` : title || name}</b>
        {text && <small>{text}</small>}
      </span>
    </>
  )
}

/** Opens the first row with a mistake when the form is sent; what comes before it in the form keeps the focus. */
function useWrongRow<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  name: string,
  box: { current: HTMLElement | null },
  open: number | undefined,
  setOpen: (index: number) => void,
) {
  const { errors, submitCount } = useFormState({ control: form.control })
  const look = useEffectEvent(() => {
    const wrong: unknown = get(errors, name)
    if (!Array.isArray(wrong) || (open !== undefined && wrong[open])) return
    const first = wrong.findIndex(Boolean)
    if (first < 0) return
    setOpen(first)
    requestAnimationFrame(() => {
      if (document.activeElement?.matches("[aria-invalid=true]")) return
      box.current
        ?.querySelector<HTMLElement>("[data-fold]:not([hidden]) [aria-invalid=true]")
        ?.focus()
    })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time it is sent
  useEffect(() => look(), [submitCount])
}
