import { Code, Rocket, Search, TrendingUp } from "lucide-react"
import { Drawing } from "@/ui/art/drawing"
import { art } from "../art"
import type { ProcessContent, ProcessStep } from "../data"
import { Headline } from "./headline"

const ICONS = new Map([
  ["Search", Search],
  ["Code", Code],
  ["Rocket", Rocket],
  ["TrendingUp", TrendingUp],
])

const STAGES: Record<string, number> = { Search: 0, Code: 0.5, Rocket: 1, TrendingUp: 2 }

const draw = (icon: string) => art().stage(STAGES[icon] ?? 0)

type Props = { process: ProcessContent; steps: ProcessStep[] }

export function Process({ process, steps }: Props) {
  return (
    <section className="sec wrap" id="process" aria-labelledby="process-title">
      <div className="sec-head">
        <h2 className="d" id="process-title">
          <Headline text={process.title} />
        </h2>
        {process.subtitle && <p>{process.subtitle}</p>}
      </div>
      {steps.length > 0 && (
        <ol className="steps">
          {steps.map((step, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two steps may have one number
            <Step key={i} step={step} first={i === 0} />
          ))}
        </ol>
      )}
    </section>
  )
}

function Step({ step, first }: { step: ProcessStep; first: boolean }) {
  const Icon = ICONS.get(step.icon) ?? Search
  return (
    <li className="step">
      <div className="step-art">
        <Drawing scene={draw} of={step.icon} fit="xMinYMax meet" />
      </div>
      <div className="shelf">{first && <span className="roll" />}</div>
      <div className="step-body">
        <h3 className="d">
          <Icon className="ic" strokeWidth={1.75} /> {step.title}
        </h3>
        <p>{step.description}</p>
      </div>
    </li>
  )
}
