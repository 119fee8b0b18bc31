import { HANDS } from "@/identity/families/family"
import { SUGGESTIONS, type Suggestion } from "@/identity/suggestions"
import { pairing } from "@/identity/type"
import { LOOK, type Showing } from "@/lib/preview"
import { PreviewFrame } from "../preview/frame"
import type { Look } from "./look"
import type { Step } from "./setup"
import { useStable } from "./stable"
import { isChosen, lookFrom } from "./suggestion"

type Props = {
  step: Step
  look: Look
  showing: (over?: Partial<Look>) => Showing
  put: (some: Partial<Look>) => void
  onFits: (fits: boolean) => void
}

/** What the answers of a step make of the site. */
export function SetupViews({ step, look, showing, put, onFits }: Props) {
  const home = useStable(showing())
  return (
    <section className="setup-right" aria-label="Preview">
      {step === 2 ? (
        <div className="setup-looks">
          {SUGGESTIONS.map((one) => (
            <LookCard
              key={one.name}
              suggestion={one}
              isOn={isChosen(one, look)}
              showing={{ ...showing(lookFrom(one, look)), path: LOOK }}
              onChoose={() => put(lookFrom(one, look))}
            />
          ))}
        </div>
      ) : (
        <>
          <PreviewFrame
            title={step === 1 ? "As you type" : step === 3 ? "With these words" : "Home"}
            showing={home}
            width={1440}
            className="setup-home"
          />
          {step === 4 && (
            <PreviewFrame
              title="Phone"
              showing={home}
              width={390}
              className="setup-phone"
              onShown={({ fits }) => onFits(fits)}
            />
          )}
        </>
      )}
    </section>
  )
}

type CardProps = {
  suggestion: Suggestion
  isOn: boolean
  showing: Showing
  onChoose: () => void
}

function LookCard({ suggestion, isOn, showing, onChoose }: CardProps) {
  const { name, art, type } = suggestion
  const stable = useStable(showing)
  const drawings = art === "photographs" ? "Photographs" : HANDS[art].label
  return (
    <div className={isOn ? "setup-look setup-look-on" : "setup-look"}>
      <PreviewFrame title={name} showing={stable} width={720} />
      <button type="button" aria-pressed={isOn} onClick={onChoose}>
        <b>{name}</b>
        <span>
          {drawings}, {pairing(type).label}
        </span>
      </button>
    </div>
  )
}
