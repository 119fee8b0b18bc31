import { Component, type ReactNode } from "react"
import { ErrorState } from "@/ui/error-state"

/** The last resort: what was typed is in the drafts, so a reload loses nothing. */
export class Crash extends Component<{ children: ReactNode }> {
  override state = { broken: false }
  static getDerivedStateFromError() {
    return { broken: true }
  }
  override render() {
    if (!this.state.broken) return this.props.children
    return (
      <main className="mx-auto max-w-xl px-5 py-24">
        <ErrorState
          title="Something went wrong"
          text="This screen stopped working. Unsaved text is kept in this browser."
          retry="Reload page"
          onRetry={() => location.reload()}
        />
      </main>
    )
  }
}
