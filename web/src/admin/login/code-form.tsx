import { useEffect, useState } from "react"
import { Button } from "@/ui/button"
import { AppSelect } from "../session/app-select"
import { appCode, CodeField, useCode } from "../session/code-field"
import { checkRecoveryCode, redeem } from "../session/recovery-code"
import { RecoveryField } from "../session/recovery-field"
import { type App, apps } from "../session/second-factor"

type Props = {
  /** Called once the code was right. */
  onProven: () => Promise<void>
  /** Back to the password. */
  onBack: () => void
}

/** The second step of signing in: the code from the authenticator app, or a recovery code. */
export default function CodeForm({ onProven, onBack }: Props) {
  const [isLost, setLost] = useState(false)
  const Form = isLost ? RecoveryForm : AppForm
  return (
    <div className="grid gap-4.5">
      <Form onProven={onProven} />
      <div className="grid justify-items-start">
        <TextButton onClick={() => setLost(!isLost)}>
          {isLost ? "Use the authenticator app" : "Use a recovery code"}
        </TextButton>
        <TextButton onClick={onBack}>Start again</TextButton>
      </div>
    </div>
  )
}

type FormProps = Pick<Props, "onProven">

function AppForm({ onProven }: FormProps) {
  const [known, setKnown] = useState<App[]>([])
  const [chosen, setChosen] = useState<string>()
  const entry = useCode(appCode(chosen), onProven)

  useEffect(() => {
    // Without an answer there is no choice to offer; the code asks again.
    void apps().then(setKnown, () => {})
  }, [])

  return (
    <form noValidate onSubmit={entry.submit} className="grid gap-4.5">
      <AppSelect apps={known} chosen={chosen} onChoose={setChosen} />
      <CodeField entry={entry} hint="Six digits, new every 30 seconds." />
      <Verify pending={entry.pending} />
    </form>
  )
}

function RecoveryForm({ onProven }: FormProps) {
  const entry = useCode({ check: checkRecoveryCode, send: redeem }, onProven)
  return (
    <form noValidate onSubmit={entry.submit} className="grid gap-4.5">
      <RecoveryField entry={entry} />
      <Verify pending={entry.pending} />
      <p className="text-ink-2">
        No codes left either? An administrator can reset your second factor.
      </p>
    </form>
  )
}

const Verify = ({ pending }: { pending: boolean }) => (
  <Button type="submit" look="primary" size="lg" pending={pending} pendingLabel="Verifying...">
    Verify
  </Button>
)

const TextButton = ({ onClick, children }: { onClick: () => void; children: string }) => (
  <button type="button" className="text-link cursor-pointer py-1.5" onClick={onClick}>
    {children}
  </button>
)
