/** A fault of ours in one view: it is named, and the other views stay. Without this React takes the whole page away. */
import { Component } from 'react'

interface State {
  readonly fault: string | null
}

export class ViewFault extends Component<{ readonly children: React.ReactNode }, State> {
  override readonly state: State = { fault: null }

  static getDerivedStateFromError(error: unknown): State {
    return { fault: error instanceof Error ? error.message : String(error) }
  }

  override render(): React.ReactNode {
    const { fault } = this.state
    if (fault === null) return this.props.children
    return (
      <main className="empty-view" data-fault="view">
        <h1>This view has stopped: a fault of Tacet, not of your data.</h1>
        <p className="hint">
          Files, runs and releases are as they were; the other views work. What it said: {fault}. Please report it with
          what you did before.
        </p>
        <button type="button" className="act-small" onClick={() => this.setState({ fault: null })}>
          Draw it again
        </button>
      </main>
    )
  }
}
