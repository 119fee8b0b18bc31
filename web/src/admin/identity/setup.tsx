import { useQueryClient } from "@tanstack/react-query"
import { ArrowRight } from "lucide-react"
import { useEffect, useState } from "react"
import { Link } from "wouter"
import { initialOf } from "@/identity/letters"
import { mark } from "@/identity/mark"
import { SUGGESTIONS } from "@/identity/suggestions"
import type { Site } from "@/lib/documents.gen"
import { sentence } from "@/lib/fault"
import { useGround } from "@/lib/ground"
import type { Showing } from "@/lib/preview"
import { toast } from "@/lib/toast"
import { Brand } from "@/ui/brand"
import { Button } from "@/ui/button"
import { useUser } from "../session/session"
import { finish } from "./finish"
import { noteSetup } from "./first-run"
import { FIRST } from "./fresh"
import { identityOf, type Look, lookOf, markOf } from "./look"
import { pageParts, type Seeds, seedsOf } from "./seeds"
import { LookStep, ReadyStep, VoiceStep, WhoStep } from "./setup-steps"
import { SetupViews } from "./setup-views"
import { lookFrom } from "./suggestion"
import { useWearing } from "./wearing"

type Props = {
  doc: Site
  /** The documents that nobody has changed yet. */
  fresh: (keyof Seeds)[]
}

export type Draft = { look: Look; email: string; keepsSamples: boolean }
export type Step = 1 | 2 | 3 | 4

/** A name is asked for; a fresh site is neutral until a look is chosen. */
function draftOf(doc: Site): Draft {
  const look = lookOf(doc)
  const isFresh = doc.version === FIRST
  return {
    look: isFresh ? { ...look, name: "", tint: 0, pack: "neutral" } : look,
    email: "",
    keepsSamples: true,
  }
}

export function Setup({ doc, fresh }: Props) {
  const [step, setStep] = useState<Step>(1)
  const [draft, setDraft] = useState(() => draftOf(doc))
  const [isSaving, setSaving] = useState(false)
  const [fits, setFits] = useState<boolean>()
  const ground = useGround()
  const client = useQueryClient()
  const { id: owner } = useUser()
  useEffect(noteSetup, [])
  const { look } = draft
  const shown = { ...look, name: look.name.trim() || "Your studio" }
  useWearing(look)
  const put = (some: Partial<Look>) =>
    setDraft((now) => ({ ...now, look: { ...now.look, ...some } }))
  const seeds = seedsOf(shown)
  const content = pageParts(Object.fromEntries(fresh.map((one) => [one, seeds[one]])))
  const showing = (over: Partial<Look> = {}): Showing => {
    const one = { ...shown, ...over }
    return { path: "/", theme: ground, identity: identityOf(one), words: {}, content }
  }

  const next = () => {
    // A look that nobody has chosen yet starts with the first.
    if (step === 1 && look.tint === 0 && SUGGESTIONS[0]) put(lookFrom(SUGGESTIONS[0], look))
    setStep((now) => Math.min(4, now + 1) as Step)
  }
  const save = async (to: string) => {
    setSaving(true)
    try {
      await finish(client, { ...draft, look: { ...look, name: look.name.trim() } }, owner)
      // The whole screen is to wear what was chosen.
      location.assign(to)
    } catch (error) {
      setSaving(false)
      toast.error("Not saved", sentence(error as Error, "Something went wrong. Please try again."))
    }
  }
  const steps = {
    1: <WhoStep draft={draft} put={put} onEmail={(email) => setDraft({ ...draft, email })} />,
    2: <LookStep look={look} put={put} />,
    3: <VoiceStep look={look} put={put} hasOwnTexts={fresh.length < 5} />,
    4: (
      <ReadyStep
        look={look}
        fits={fits}
        keeps={draft.keepsSamples}
        onKeep={(keepsSamples) => setDraft({ ...draft, keepsSamples })}
      />
    ),
  }
  const brand =
    step === 1
      ? undefined
      : mark(markOf({ ...look, initial: look.initial && initialOf(look.name) }))
  const chosen = SUGGESTIONS.find(({ name: _, mark: __, ...theme }) =>
    Object.entries(theme).every(([key, value]) => look[key as keyof Look] === value),
  )
  return (
    <div className="setup">
      <div className="setup-left">
        <div className="setup-top">
          <span className="brand">
            <Brand name={step === 1 ? doc.name : look.name} mark={brand} />
          </span>
          <Link href="/admin" className="text-ink-3 hover:text-ink">
            Skip set-up
          </Link>
        </div>
        <form
          noValidate
          aria-label="Set-up"
          onSubmit={(event) => {
            event.preventDefault()
            if (!look.name.trim()) return
            if (step < 4) next()
            else void save("/admin")
          }}
        >
          {steps[step]}
          <div className="setup-actions max-lg:[&_button]:px-2.5 max-lg:[&_button]:text-sm">
            <Button
              type="submit"
              look="primary"
              size="lg"
              disabled={!look.name.trim()}
              pending={isSaving}
              pendingLabel="Saving..."
            >
              {step === 4
                ? "Save"
                : step === 2 && chosen
                  ? `Continue with ${chosen.name}`
                  : "Continue"}
              <ArrowRight aria-hidden="true" />
            </Button>
            {step === 4 && (
              <Button
                size="lg"
                disabled={isSaving}
                onClick={() => void save("/admin/settings/identity")}
              >
                Adjust the identity
              </Button>
            )}
            {step > 1 && (
              <Button
                look="ghost"
                size="lg"
                disabled={isSaving}
                onClick={() => setStep((now) => (now - 1) as Step)}
              >
                Back
              </Button>
            )}
          </div>
        </form>
        <div className={`setup-progress at-${step}`}>
          <p>Step {step} of 4</p>
          <div className="shelf">
            <i />
          </div>
        </div>
      </div>
      <SetupViews step={step} look={look} showing={showing} put={put} onFits={setFits} />
    </div>
  )
}
