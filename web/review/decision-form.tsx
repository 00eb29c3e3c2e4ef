import { useState } from 'react'
import { Button, Input, Label, TextArea, TextField } from 'react-aria-components'
import { create } from 'zustand'

interface Props {
  /** The release that is decided on. */
  readonly path: string
  /** Why it cannot be approved; null where it can. */
  readonly blocked: string | null
  onDecide(request: { decision: string; reviewer: string; reason: string }): Promise<void>
}

/** What is typed, by release: it stays while another view is open, and when the release is gone for a while. */
const useTyped = create<{ readonly reviewer: string; readonly reasons: Readonly<Record<string, string>> }>()(() => ({
  reviewer: '',
  reasons: {},
}))

export function DecisionForm({ path, blocked, onDecide }: Props): React.JSX.Element {
  const { reviewer, reasons } = useTyped()
  const reason = reasons[path] ?? ''
  const setReviewer = (name: string): void => useTyped.setState({ reviewer: name })
  const setReason = (text: string): void => useTyped.setState({ reasons: { ...reasons, [path]: text } })
  const [deciding, setDeciding] = useState<string | null>(null)
  const isNamed = reviewer.trim() !== '' && reason.trim() !== ''
  const ready = isNamed && deciding === null
  const decide = (decision: string): void => {
    setDeciding(decision)
    void onDecide({ decision, reviewer, reason })
      .then(() => setReason(''))
      .finally(() => setDeciding(null))
  }
  return (
    <section className="decision">
      <h2>Your decision</h2>
      <TextField value={reviewer} onChange={setReviewer} className="field-line">
        <Label>Your name</Label>
        <Input autoComplete="name" />
      </TextField>
      <TextField value={reason} onChange={setReason} className="field-line">
        <Label>The reason</Label>
        <TextArea rows={4} />
      </TextField>
      {!isNamed && <p className="hint">Give your name and the reason first.</p>}
      {deciding !== null && (
        <p className="hint" role="status">
          Looking at every file once more, then recorded as {deciding}…
        </p>
      )}
      <Button className="act primary" isDisabled={!ready || blocked !== null} onPress={() => decide('approved')}>
        <b>Approve</b>
        <span>{blocked ?? 'it may be published as it is'}</span>
      </Button>
      <Button className="act" isDisabled={!ready} onPress={() => decide('returned')}>
        <b>Return</b>
        <span>it must be changed first; the reason says how</span>
      </Button>
      <Button className="act" isDisabled={!ready} onPress={() => decide('refused')}>
        <b>Refuse</b>
        <span>it must not be published</span>
      </Button>
    </section>
  )
}
