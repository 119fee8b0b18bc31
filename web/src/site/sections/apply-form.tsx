import { ArrowRight, FileText, X } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { APPLY_LIMITS, type ApplyField, type TypedField } from "../apply"
import type { Acts, Received, State } from "../apply-send"
import { type Application, type ApplyPage, applyPath, type ReturnedForm } from "../data"
import { Honeypot } from "../layout/honeypot"
import { word } from "../words"
import { Said, Typed, told, Wrong } from "./typed"

type Props = {
  job: ApplyPage["job"]
  apiKey: string
  /** What came back when the form was sent without JavaScript. */
  returned?: ReturnedForm<Application>
  onReceived: (received: Received) => void
}

export function ApplyForm({ job, apiKey, returned, onReceived }: Props) {
  const [state, setState] = useState<State>({ errors: returned?.errors ?? {} })
  const { errors, message, cv, sent } = state
  const form = useRef<HTMLFormElement>(null)
  const acts = useRef<Promise<Acts>>(undefined)

  const change = ({ errors, ...part }: Partial<State>) =>
    setState((state) => ({ ...state, ...part, errors: { ...state.errors, ...errors } }))

  // What only this form does in a browser: pages without it do not load it.
  const act = (does: (acts: Acts) => void, onFailed = () => {}) => {
    acts.current ??= import("../apply-send").then(({ applying }) =>
      applying({ form: form.current as HTMLFormElement, job: job.id, apiKey, change, onReceived }),
    )
    acts.current.then(does).catch(() => {
      acts.current = undefined // it is tried again when it is needed
      onFailed()
    })
  }

  // Without JavaScript the browser checks the fields; from here on we do, with words beside them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each form
  useEffect(() => {
    if (form.current) form.current.noValidate = true
    act(({ restore }) => restore())
  }, [])

  const shown = (name: ApplyField) => applyField(name, returned?.values[name] ?? "", errors[name])

  return (
    <form
      ref={form}
      className="ap"
      action={applyPath(job.slug)}
      method="post"
      encType="multipart/form-data"
      onSubmit={(event) => {
        event.preventDefault()
        act(
          ({ submit }) => submit(),
          () => change({ message: word("apply_failed") }),
        )
      }}
      onInput={() => act(({ keep }) => keep())}
      aria-label={word("jobs_apply_button")}
    >
      {returned?.message && <Said text={returned.message} />}
      <input type="hidden" name="job_id" value={job.id} />
      {shown("name")}
      {shown("email")}
      <CvField
        error={errors.cv}
        file={cv}
        sent={sent}
        onChoose={() => act(({ choose }) => choose())}
        onDrop={(file) => act(({ drop }) => drop(file))}
        onRemove={() => act(({ remove }) => remove())}
      />
      {shown("note")}
      {shown("links")}
      <fieldset className="full agrees">
        <legend>{word("apply_consent_title")}</legend>
        {shown("consent")}
        {shown("keep")}
      </fieldset>
      <Honeypot />
      <div className="full">
        {message && <Said text={message} />}
        <button
          className="btn btn-ink"
          type="submit"
          aria-disabled={sent !== undefined || undefined}
        >
          {sent !== undefined ? (
            // The bar beside the file is out of sight on a phone.
            `${word("apply_sending")}${cv ? ` ${Math.round(sent * 100)}%` : ""}`
          ) : (
            <>
              {word("apply_send")} <ArrowRight className="ic" strokeWidth={1.75} />
            </>
          )}
        </button>
      </div>
    </form>
  )
}

/** A field with what is in it, as the server draws it too. */
export function applyField(field: ApplyField, value: string, error?: string) {
  if (field === "cv") return <CvField error={error} />
  if (field === "consent" || field === "keep")
    return <Agree field={field} value={value} error={error} />
  return <ApplyTyped field={field} value={value} error={error} />
}

type FieldProps<Name> = { field: Name; value: string; error?: string }

function ApplyTyped({ field, value, error }: FieldProps<TypedField>) {
  const isSender = field === "name" || field === "email"
  return (
    <Typed
      id={`apply-${field}`}
      name={field}
      label={word(`apply_${field}`)}
      className={isSender ? "field" : "field full"}
      limit={APPLY_LIMITS[field]}
      required={isSender}
      autoComplete={isSender ? field : undefined}
      rows={field === "note" ? 5 : undefined}
      hint={field === "note" ? word("apply_note_hint") : undefined}
      placeholder={field === "links" ? "https://" : undefined}
      value={value}
      error={error}
    />
  )
}

type CvProps = {
  error?: string
  file?: State["cv"]
  /** How much of it has been sent, from 0 to 1, while it is. */
  sent?: number
  onChoose?: () => void
  onDrop?: (file: File) => void
  onRemove?: () => void
}

function CvField({ error, file, sent, onChoose, onDrop, onRemove }: CvProps) {
  const id = "apply-cv"
  return (
    <div className="field full">
      <label htmlFor={id}>{word("apply_cv")}</label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a place to drop what can be chosen too */}
      <div
        className={file ? "cvu has" : "cvu"}
        onDrop={(event) => {
          event.preventDefault()
          const [file] = event.dataTransfer.files
          if (file) onDrop?.(file)
        }}
        onDragOver={(event) => event.preventDefault()}
      >
        <span className="cvi">
          <FileText className="ic" strokeWidth={1.75} />
        </span>
        <span className="cvn">
          {file && <b>{file.name}</b>}
          {file && <small>{file.size}</small>}
          <input
            id={id}
            name="cv"
            type="file"
            accept=".pdf,application/pdf"
            {...told(id, error, "hint")}
            onChange={onChoose}
          />
          {file && sent !== undefined && (
            <progress value={sent} aria-label={word("apply_sending")} />
          )}
        </span>
        {file && sent === undefined && (
          <button
            type="button"
            aria-label={word("apply_cv_remove", { file: file.name })}
            onClick={onRemove}
          >
            <X className="ic" strokeWidth={1.75} />
          </button>
        )}
      </div>
      {error && <Wrong id={id} text={error} />}
      <small className="fine" id={`${id}-hint`}>
        {word("apply_cv_hint")}
      </small>
    </div>
  )
}

function Agree({ field, value, error }: FieldProps<"consent" | "keep">) {
  const id = `apply-${field}`
  return (
    <div>
      <label className="agree">
        <input
          id={id}
          name={field}
          type="checkbox"
          value="yes"
          defaultChecked={value === "yes"}
          required={field === "consent"}
          {...told(id, error)}
        />
        <span>
          {word(`apply_${field}`)}
          <small>{word(`apply_${field}_hint`)}</small>
        </span>
      </label>
      {error && <Wrong id={id} text={error} />}
    </div>
  )
}
