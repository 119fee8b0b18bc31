import { useEffect, useMemo, useRef, useState } from "react"
import { theme as makeTheme } from "@/identity/theme"
import type { Site, Words } from "@/lib/documents.gen"
import { useGround } from "@/lib/ground"
import { useCommandKey } from "@/lib/shortcut"
import { toast } from "@/lib/toast"
import { DocumentNotices } from "../document/document-notices"
import { labelled } from "../document/labels"
import { useDocumentForm } from "../document/use-document-form"
import { useArrival } from "../preview/arrival"
import { useWorkbench } from "../preview/use-workbench"
import { Bar } from "./bar"
import { BottomBar } from "./bottom-bar"
import { type Check, checksOf, sectionOf } from "./checks"
import { CALLED, changesOf, identity, type Look, lookOf, saveLook, themeOf } from "./look"
import { Rail } from "./rail"
import { useStable } from "./stable"
import { useUploadedContrast } from "./uploaded"
import { Wall } from "./wall"

type Props = { doc: Site; words: Words }

/** Settings, Identity: choices on the left, the whole site as it would be on the right. */
export function IdentityEditor({ doc, words }: Props) {
  const undo = useRef<Look>(lookOf(doc))
  const editing = useDocumentForm(identity, {
    doc,
    values: lookOf,
    save: (look, base) => {
      undo.current = lookOf(base)
      return saveLook(look, base)
    },
    failed: "The identity was not saved. Nothing changed for visitors.",
    says: "server",
    onSaved: () =>
      toast.success("Identity has been updated.", undefined, [
        { label: "View site", href: "/" },
        { label: "Undo", run: putBack },
      ]),
  })
  const { form, isSaving, history } = editing
  for (const [name, label] of Object.entries(CALLED)) labelled(form, name, label)
  const look = useStable(form.watch())
  const base = lookOf(doc)
  const changes = changesOf(look, base)
  const chosen = JSON.stringify(themeOf(look))
  const theme = useMemo(() => makeTheme(JSON.parse(chosen)), [chosen])
  const [fits, setFits] = useState<boolean>()
  const uploaded = useUploadedContrast(look)
  const checks = checksOf(look, theme, { fits, uploaded })
  const [section, setSection] = useState<Check["section"] | undefined>("colour")
  const [ground, setGround] = useState(useGround())
  const box = useRef<HTMLFormElement>(null)
  const { shared, onFocus, picking } = useWorkbench()
  const { openers } = shared.bench
  useEffect(() => {
    openers.set("site", (_, path) => {
      setSection(sectionOf(path))
      return ""
    })
  }, [openers])
  useArrival((name) => openers.get(name))

  const put = (some: Partial<Look>) => {
    for (const [key, value] of Object.entries(some))
      form.setValue(key as keyof Look, value as never, { shouldDirty: true, shouldValidate: true })
  }
  const putBack = () => {
    put(undo.current)
    void editing.submit()
  }
  const show = ({ section: where, field }: Check) => {
    setSection(where)
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>(`[data-field="${field}"]`)?.focus(),
    )
  }
  const maySave = changes.length > 0 && checks.every(({ ok }) => ok)
  useCommandKey("s", editing.submit, { enabled: maySave && !isSaving, on: box })
  const actions = {
    changes: changes.length,
    checks,
    isSaving,
    maySave,
    onCheck: show,
    onRevert: () => put(base),
  }
  return (
    <form
      ref={box}
      noValidate
      aria-label="Identity"
      tabIndex={-1}
      className="idn outline-none"
      data-document="site"
      onFocus={onFocus}
      onSubmit={(event) => {
        event.preventDefault()
        if (maySave) void editing.submit(event)
      }}
    >
      <Bar {...actions} history={history} ground={ground} onGround={setGround} />
      <div className="idn-body">
        <aside className="rail" aria-label="Choices">
          <div className="rail-notices">
            <DocumentNotices {...editing} />
          </div>
          <fieldset disabled={isSaving} className="contents">
            <Rail
              form={form}
              look={look}
              theme={theme}
              words={words}
              put={put}
              section={section}
              onSection={setSection}
            />
          </fieldset>
        </aside>
        <Wall
          look={look}
          theme={theme}
          words={words}
          ground={ground}
          picking={picking}
          onFits={setFits}
        />
      </div>
      <BottomBar {...actions} />
    </form>
  )
}
