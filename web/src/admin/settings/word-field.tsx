import { memo } from "react"
import { type Control, useController } from "react-hook-form"
import { Badge } from "@/ui/badge"
import { Counter } from "@/ui/counter"
import { Field } from "@/ui/field"
import { LineInput, Textarea } from "@/ui/input"
import { isOwn, type Typed } from "./words-form"
import { checkWord, lengthOf, type Word } from "./words-list"

type Props = {
  word: Word
  label: string
  /** What it says while the field is empty. */
  usual: string
  control: Control<Typed>
}

/** One sentence. What is wrong with it is said at once. */
export const WordField = memo(function WordField({ word, label, usual, control }: Props) {
  const { field } = useController({ control, name: word.key })
  const text = field.value ?? ""
  const isChanged = isOwn(text, usual)
  const back = () => {
    field.onChange("")
    document.getElementsByName(word.key)[0]?.focus()
  }
  return (
    <div className="min-w-0">
      <Field
        label={label}
        path={word.key}
        aside={
          <span className="flex shrink-0 items-center gap-2 text-label text-ink-3">
            {isChanged && <Badge look="on">own</Badge>}
            {text === "" ? "default" : <Counter length={lengthOf(text)} most={word.max} />}
          </span>
        }
        hint={isChanged ? `Default: ${usual}` : word.hint}
        error={checkWord(word, text)}
      >
        {(props) => {
          const shared = {
            ...props,
            name: word.key,
            placeholder: usual,
            ref: field.ref,
            onBlur: field.onBlur,
          }
          return usual.includes("\n") ? (
            <Textarea {...shared} rows={5} value={text} onChange={field.onChange} />
          ) : (
            <LineInput
              {...shared}
              className="block w-full"
              value={text}
              onChange={field.onChange}
              onEnter={() => {}}
            />
          )
        }}
      </Field>
      {isChanged && (
        <button type="button" className="text-link mt-1 cursor-pointer text-label" onClick={back}>
          Back to default<span className="sr-only">: {label}</span>
        </button>
      )}
    </div>
  )
})
