import { useState } from 'react'
import { Button, Input, Label, TextArea, TextField } from 'react-aria-components'

interface Props {
  readonly canApprove: boolean
  onDecide(request: { decision: string; reviewer: string; reason: string }): Promise<void>
}

export function DecisionForm({ canApprove, onDecide }: Props): React.JSX.Element {
  const [reviewer, setReviewer] = useState('')
  const [reason, setReason] = useState('')
  const ready = reviewer.trim() !== '' && reason.trim() !== ''
  const decide = (decision: string): void => void onDecide({ decision, reviewer, reason }).then(() => setReason(''))
  return (
    <section className="decision">
      <h2>Decide</h2>
      <TextField value={reviewer} onChange={setReviewer} className="field-line">
        <Label>Your name</Label>
        <Input autoComplete="name" />
      </TextField>
      <TextField value={reason} onChange={setReason} className="field-line">
        <Label>The reason</Label>
        <TextArea rows={4} />
      </TextField>
      <Button className="act primary" isDisabled={!ready || !canApprove} onPress={() => decide('approved')}>
        <b>Approve</b>
        <span>{canApprove ? 'it may be published as it is' : 'only once every check has passed'}</span>
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
