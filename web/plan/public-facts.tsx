/**
 * What each public fact fixes or costs, whether all of them together are proved to fit, and conflicts by name: as the file has them, or
 * as they are being typed.
 */
import { useEffect, useState } from 'react'
import { Button } from 'react-aria-components'
import { parsePart, partText } from '../../src/spec/spec-part.ts'
import type { SpecState } from '../answers.ts'
import { ask, wordsOf } from '../api.ts'
import { useRound } from '../folder-changes.ts'
import { ChangedOutside } from '../parts/changed-outside.tsx'
import { type Draft, useDraft } from '../parts/draft.ts'
import { useLoaded } from '../parts/load.tsx'
import { isFileOf } from '../spec-paths.ts'
import { writePart } from './store.ts'

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
  const [isOpen, setOpen] = useState(false)
  const draft = useDraft(partText(state.text, PART))
  const typed = isOpen && draft.isTyped ? draft.value : null
  const settled = useQuiet(typed)
  const round = useRound(isFileOf(state.path, state.spec))
  const { value, fault } = useLoaded(
    () => plannedFacts(state.path, settled),
    [state.path, state.version, settled, round],
  )
  const close = (): void => {
    draft.drop()
    setOpen(false)
  }
  return (
    <section data-facts={fault !== null ? 'fault' : (value?.facts.length ?? 'loading')}>
      <h2>Known in public</h2>
      {isOpen ? (
        <FactsEditor
          path={state.path}
          draft={draft}
          isSound={settled === typed && typed !== null && fault === null}
          onClose={close}
        />
      ) : (
        <Button className="act-small" onPress={() => setOpen(true)}>
          Edit
        </Button>
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
  readonly path: string
  readonly draft: Draft<string>
  /** What is typed was looked at and fits. */
  readonly isSound: boolean
  onClose(): void
}

/** The part of the spec as text: what is typed is tried as if it were saved. */
function FactsEditor({ path, draft, isSound, onClose }: EditorProps): React.JSX.Element {
  const [fault, setFault] = useState<string | null>(null)
  const save = async (): Promise<void> => {
    await writePart(changesOf(draft.value))
    onClose()
  }
  return (
    <div className="facts-editor">
      {draft.isOutdated && <ChangedOutside path={path} onKeep={draft.keep} onRead={draft.drop} />}
      <textarea
        aria-label="Public facts, as the spec has them"
        spellCheck={false}
        rows={Math.min(12, Math.max(4, draft.value.split('\n').length + 1))}
        placeholder={EXAMPLE}
        value={draft.value}
        onChange={(event) => draft.set(event.target.value)}
      />
      <div>
        <Button
          className="act-small"
          isDisabled={!isSound || draft.isOutdated}
          onPress={() => void save().catch((error) => setFault(wordsOf(error)))}
        >
          Save the facts
        </Button>
        <Button className="act-small" onPress={onClose}>
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
