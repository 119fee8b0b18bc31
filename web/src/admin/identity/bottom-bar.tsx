import { type Actions, SaveButtons, stateOf } from "./bar"
import { CheckChip } from "./check-chip"

/** On a phone the actions are where the thumb is, and the checks are one until one of them fails. */
export function BottomBar(actions: Actions) {
  const { changes, checks, onCheck } = actions
  const failed = checks.find(({ ok }) => !ok)
  const check = failed ?? { text: `${checks.length} checks`, ok: true }
  return (
    <footer className="idn-bottom">
      <CheckChip check={check} onPress={failed && (() => onCheck(failed))} />
      <span className="sr-only">{stateOf(changes)}</span>
      <SaveButtons {...actions} />
    </footer>
  )
}
