import { Check } from "lucide-react"
import { useEffect, useRef } from "react"
import { PACKS } from "@/identity/identity"
import { legible } from "@/identity/mark"
import { ratios, theme } from "@/identity/theme"
import { type WordKey, wordsOf } from "@/identity/words"
import { Field } from "@/ui/field"
import { Input } from "@/ui/input"
import { LogoStart } from "./logo-start"
import { type Look, markOf, themeOf } from "./look"
import type { Draft } from "./setup"

type Choosing = { look: Look; put: (some: Partial<Look>) => void }

// Each step begins where a reader begins; the first is there with the page.
function Title({ children, stop = false }: { children: string; stop?: boolean }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  return (
    <h1 ref={title} className="display setup-title" tabIndex={-1}>
      {children}
      {stop && <span className="setup-stop">.</span>}
    </h1>
  )
}

type WhoProps = Pick<Choosing, "put"> & { draft: Draft; onEmail: (email: string) => void }

export function WhoStep({ draft: { look, email }, put, onEmail }: WhoProps) {
  return (
    <>
      <Title key="who">Whose site is this?</Title>
      <p className="setup-lead">
        A name is enough to draw a first version. Everything can be changed later.
      </p>
      <Field label="Studio name">
        {(control) => (
          <Input
            {...control}
            required
            maxLength={40}
            autoComplete="organization"
            value={look.name}
            onChange={(event) => put({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label="City, optional" hint="Without one, sentences leave it out.">
        {(control) => (
          <Input
            {...control}
            maxLength={40}
            autoComplete="address-level2"
            value={look.city}
            onChange={(event) => put({ city: event.target.value })}
          />
        )}
      </Field>
      <Field label="Email, optional" hint="Stands on the contact page and in the footer.">
        {(control) => (
          <Input
            {...control}
            type="email"
            maxLength={254}
            autoComplete="email"
            value={email}
            onChange={(event) => onEmail(event.target.value)}
          />
        )}
      </Field>
    </>
  )
}

export function LookStep({ put }: Choosing) {
  return (
    <>
      <Title key="look">Which one feels like you?</Title>
      <p className="setup-lead">
        Six complete looks with your name in them. Or give us a logo and we start from its colours.
      </p>
      <LogoStart title="Start from my logo" hint="SVG or PNG, up to 1 MB" put={put} />
    </>
  )
}

const SAMPLES = ["portfolio_title", "newsletter_title", "contact_title"] as WordKey[]

export function VoiceStep({ look, put, hasOwnTexts }: Choosing & { hasOwnTexts: boolean }) {
  return (
    <>
      <Title key="voice">How do you talk?</Title>
      <p className="setup-lead">
        A voice fills in every small sentence of the site, from the buttons to the missing page.
        {hasOwnTexts && " Texts that were changed stay as they are."}
      </p>
      <div className="voices" role="radiogroup" aria-label="Voice">
        {PACKS.map((pack) => {
          const say = wordsOf({ pack, name: look.name, city: look.city })
          return (
            <label key={pack} className="voice">
              <input
                type="radio"
                name="pack"
                checked={look.pack === pack}
                onChange={() => put({ pack })}
              />
              <span>
                <b>{pack.charAt(0).toUpperCase() + pack.slice(1)}</b>
                <span>{SAMPLES.map((key) => ended(say(key))).join(" ")}</span>
              </span>
            </label>
          )
        })}
      </div>
    </>
  )
}

const ended = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`)

type ReadyProps = { look: Look; fits?: boolean; keeps: boolean; onKeep: (keeps: boolean) => void }

export function ReadyStep({ look, fits, keeps, onKeep }: ReadyProps) {
  const all = ratios(theme(themeOf(look)))
  const passed = all.filter(({ passes }) => passes).length
  const done = [
    `Contrast ${passed} of ${all.length}, light and dark`,
    ...(fits === false ? [] : ["Headline fits the smallest phone"]),
    ...(look.kind === "uploaded" || legible(markOf(look)).ok ? ["Mark legible at 16 pixels"] : []),
    "Sharing card, browser icon and mail follow",
  ]
  return (
    <>
      <Title key="ready" stop>{`${look.name.trim()} is ready`}</Title>
      <p className="setup-lead">
        A complete site in your name. Your own headline, companies and people come next, at your
        pace.
      </p>
      <ul className="setup-done">
        {done.map((text) => (
          <li key={text}>
            <Check aria-hidden="true" />
            {text}
          </li>
        ))}
      </ul>
      <fieldset className="setup-keep">
        <legend>Sample companies, people and jobs</legend>
        <label>
          <input type="radio" name="samples" checked={keeps} onChange={() => onKeep(true)} />
          Keep them until mine are in
        </label>
        <label>
          <input type="radio" name="samples" checked={!keeps} onChange={() => onKeep(false)} />
          Remove them
        </label>
      </fieldset>
    </>
  )
}
