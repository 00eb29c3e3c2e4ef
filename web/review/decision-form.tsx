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
  const ready = reviewer.trim() !== '' && reason.trim() !== ''
  const decide = (decision: string): void => void onDecide({ decision, reviewer, reason }).then(() => setReason(''))
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
      {!ready && <p className="hint">Give your name and the reason first.</p>}
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
