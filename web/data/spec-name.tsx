/** The name of the spec that will be written, the button that writes it, and what came of it. */
import { useState } from 'react'
import { Button, Input, Label, TextField } from 'react-aria-components'
import { wordsOf } from '../api.ts'

interface Props {
  readonly proposed: string
  readonly label?: string
  readonly action: string
  /** Why it cannot be written now. */
  readonly blocked?: string | undefined
  onWrite(path: string): Promise<unknown>
}

export function SpecName({
  proposed,
  label = 'New spec in this folder',
  action,
  blocked,
  onWrite,
}: Props): React.JSX.Element {
  const [name, setName] = useState(proposed)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const write = async (): Promise<void> => {
    setBusy(true)
    setFault(null)
    await onWrite(name.trim()).catch((error) => setFault(wordsOf(error)))
    setBusy(false)
  }
  return (
    <>
      <div className="make-write">
        <TextField value={name} onChange={setName} className="field-line">
          <Label>{label}</Label>
          <Input />
        </TextField>
        <Button className="act-small primary" onPress={write} isDisabled={isBusy || blocked !== undefined}>
          {action}
        </Button>
      </div>
      {blocked !== undefined && <p className="hint">{blocked}</p>}
      {fault !== null && (
        <p className="field-fault" role="alert">
          {fault}
        </p>
      )}
    </>
  )
}
