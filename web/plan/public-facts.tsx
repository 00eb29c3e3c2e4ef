/**
 * What each public fact fixes or costs, whether all of them together are proved to fit, and conflicts by name: as the file has them, or
 * as they are being typed.
 */
import { useEffect, useState } from 'react'
import { Button } from 'react-aria-components'
import { parsePart, partText } from '../../src/spec/spec-part.ts'
import type { SpecState } from '../answers.ts'
import { ask, wordsOf } from '../api.ts'
import { useLoaded } from '../parts/load.tsx'
import { usePlan } from './store.ts'

interface PlannedFacts {
  readonly implied: { readonly complete: boolean; readonly theorem: string; readonly words: string }
  readonly facts: readonly {
    readonly name: string
    readonly level: string
    readonly mode: string
    readonly words: string
  }[]
}

const PART = 'public'
/** Milliseconds of quiet after which what was typed is looked at. */
const QUIET = 300
const EXAMPLE = '- { name: people, query: total, level: town, exactly: 1200 }'

/** What the file would be changed by; throws the words of what is wrong with the text. */
const changesOf = (text: string) => [{ path: [PART], value: parsePart(text, PART) }]

async function plannedFacts(path: string, text: string | null): Promise<PlannedFacts> {
  const changes = text === null ? undefined : changesOf(text)
  return (await ask<{ plan: PlannedFacts }>('runs/plan', { path, capability: 'topdown', changes })).plan
}

export function PublicFacts({ state }: { state: SpecState }): React.JSX.Element {
  const [typed, setTyped] = useState<string | null>(null)
  const settled = useQuiet(typed)
  const { value, fault } = useLoaded(() => plannedFacts(state.path, settled), [state.path, state.version, settled])
  return (
    <section data-facts={fault !== null ? 'fault' : (value?.facts.length ?? 'loading')}>
      <h2>Known in public</h2>
      {typed === null ? (
        <Button className="act-small" onPress={() => setTyped(partText(state.text, PART))}>
          Edit
        </Button>
      ) : (
        <FactsEditor state={state} typed={typed} isSound={settled === typed && fault === null} onType={setTyped} />
      )}
      {fault !== null && (
        <p className="fault" role="alert">
          {fault}
        </p>
      )}
      {value === null && fault === null && <p className="hint">Checking whether the facts fit together…</p>}
      {value?.facts.length === 0 && <p className="hint">no count is published exactly</p>}
      {value?.facts.map(({ name, level, mode, words }) => (
        <div key={`${name} ${level}`} className="card">
          <b>{name}</b>
          <span>
            {level}
            {mode === 'enforced' ? '' : `, ${mode}`}: {words}
          </span>
        </div>
      ))}
      {value !== null && value.facts.length > 0 && <Proof {...value.implied} />}
    </section>
  )
}

interface EditorProps {
  readonly state: SpecState
  readonly typed: string
  /** What is typed was looked at and fits. */
  readonly isSound: boolean
  onType(text: string | null): void
}

/** The part of the spec as text: what is typed is tried as if it were saved. */
function FactsEditor({ state, typed, isSound, onType }: EditorProps): React.JSX.Element {
  const [fault, setFault] = useState<string | null>(null)
  const save = async (): Promise<void> => {
    const { path, version } = state
    const next = await ask<SpecState>('specs/write', { path, version, changes: changesOf(typed) })
    usePlan.setState({ spec: next })
    onType(null)
  }
  return (
    <div className="facts-editor">
      <textarea
        aria-label="Public facts, as the spec has them"
        spellCheck={false}
        rows={Math.min(12, Math.max(4, typed.split('\n').length + 1))}
        placeholder={EXAMPLE}
        value={typed}
        onChange={(event) => onType(event.target.value)}
      />
      <div>
        <Button
          className="act-small"
          isDisabled={!isSound}
          onPress={() => void save().catch((error) => setFault(wordsOf(error)))}
        >
          Save the facts
        </Button>
        <Button className="act-small" onPress={() => onType(null)}>
          Leave them
        </Button>
      </div>
      {fault !== null && <p className="fault">{fault}</p>}
    </div>
  )
}

/** The value once it has not changed for a moment; at once when there is nothing to wait for. */
function useQuiet(value: string | null): string | null {
  const [quiet, setQuiet] = useState(value)
  useEffect(() => {
    if (value === null) {
      setQuiet(null)
      return
    }
    const timer = setTimeout(() => setQuiet(value), QUIET)
    return () => clearTimeout(timer)
  }, [value])
  return quiet
}

function Proof({ complete, theorem, words }: PlannedFacts['implied']): React.JSX.Element {
  return (
    <details className="proof">
      <summary className={complete ? 'ok-text' : 'warn'}>
        {complete ? 'Proved complete: places can always be made to add up' : 'Not proved complete'}
      </summary>
      <p className="hint">
        {words}
        {complete && ` (${theorem})`}
      </p>
    </details>
  )
}
