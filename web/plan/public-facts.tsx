/** What each public fact fixes or costs, whether all of them together are proved to fit, and conflicts by name: as the file has them. */
import { ask } from '../api.ts'
import { useLoaded } from '../parts/load.tsx'

interface PlannedFacts {
  readonly implied: { readonly complete: boolean; readonly theorem: string; readonly words: string }
  readonly facts: readonly {
    readonly name: string
    readonly level: string
    readonly mode: string
    readonly words: string
  }[]
}

export function PublicFacts({ path, version }: { path: string; version: string }): React.JSX.Element {
  const { value, fault } = useLoaded(
    () => ask<{ plan: PlannedFacts }>('runs/plan', { path, capability: 'topdown' }).then(({ plan }) => plan),
    [path, version],
  )
  return (
    <section data-facts={fault !== null ? 'fault' : (value?.facts.length ?? 'loading')}>
      <h2>Known in public</h2>
      {fault !== null && <p className="fault">{fault}</p>}
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
