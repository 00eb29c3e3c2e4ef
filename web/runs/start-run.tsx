/** Spending is a deliberate act: rehearse first, where nothing is spent; release second, which cannot be undone. */
import { useState } from 'react'
import { Button, Input, Label, TextField } from 'react-aria-components'
import { wordsOf } from '../api.ts'
import { useProject } from '../project.ts'
import { RunCard } from './run-card.tsx'
import { startRun, useRuns } from './store.ts'

const SPENDS = ['topdown', 'measure', 'groups', 'decide']

interface Props {
  readonly spec: string
  readonly capability: string
  /** What a release would charge, in words. */
  readonly cost?: string
  /** Why it cannot be started now. */
  readonly blocked?: string | undefined
  /** Whether what becomes of the run is shown here; elsewhere the view itself shows it. */
  readonly follows?: boolean
}

export function StartRun({ spec, capability, cost, blocked, follows = false }: Props): React.JSX.Element {
  const { project } = useProject()
  const taken = new Set([...(project?.releases ?? []).map(({ path }) => path), ...(project?.unfinished ?? [])])
  const free = (base: string): string => {
    for (let i = 1; ; i++) if (!taken.has(i === 1 ? base : `${base}-${i}`)) return i === 1 ? base : `${base}-${i}`
  }
  const [out, setOut] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [started, setStarted] = useState<string | null>(null)
  const run = useRuns(({ runs }) => runs.find((one) => one.out === started && one.spec === spec))
  const name = out === '' ? free(capability === 'audit' ? 'audit' : `${capability}-release`) : out
  const start = (rehearse: boolean): void => {
    const folder = rehearse ? free('rehearsal') : name
    setOut('')
    startRun(capability, spec, folder, rehearse).then(
      () => {
        setStarted(folder)
        setFault(null)
      },
      (error) => setFault(wordsOf(error)),
    )
  }
  const spends = SPENDS.includes(capability)
  return (
    <section>
      <h2>Run {capability}</h2>
      <TextField value={name} onChange={setOut} className="field-line">
        <Label>New folder for it</Label>
        <Input />
      </TextField>
      {spends && (
        <Button className="act primary" isDisabled={blocked !== undefined} onPress={() => start(true)}>
          <b>Rehearse</b>
          <span>with a fixed seed: nothing is spent, and the result is stamped NOT PRIVATE</span>
        </Button>
      )}
      <Button
        className={spends ? 'act' : 'act primary'}
        isDisabled={blocked !== undefined}
        onPress={() => start(false)}
      >
        <b>{spends ? `Release and charge ${cost ?? 'the ledger'}` : `Run ${capability}`}</b>
        <span>{blocked ?? (spends ? 'cannot be undone' : 'writes its tables and report into the folder')}</span>
      </Button>
      {fault !== null && (
        <p className="fault" role="alert">
          {fault}
        </p>
      )}
      {follows && run !== undefined && <RunCard run={run} />}
    </section>
  )
}
