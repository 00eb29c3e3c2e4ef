/** What a job would do, in a few lines, before it is started: asked of the same plan as the command line's. */
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { readableLoss } from '../../src/privacy/readable-loss.ts'
import { ask } from '../api.ts'
import { useLoaded } from '../parts/load.tsx'

export function PlanFacts({ spec, capability }: { spec: string; capability: string }): React.JSX.Element {
  const [isOpen, setOpen] = useState(false)
  if (!isOpen)
    return (
      <Button className="act-small plan-open" onPress={() => setOpen(true)}>
        What {capability} would do
      </Button>
    )
  return <Facts spec={spec} capability={capability} />
}

function Facts({ spec, capability }: { spec: string; capability: string }): React.JSX.Element {
  const { value, fault } = useLoaded(
    () => ask<{ plan: Readonly<Record<string, unknown>> }>('runs/plan', { path: spec, capability }),
    [spec, capability],
  )
  if (fault !== null) return <p className="fault">{fault}</p>
  if (value === null) return <p className="hint">Planning…</p>
  return (
    <dl className="plan-facts">
      {Object.entries(value.plan).flatMap(([name, one]) => {
        const words = factText(one)
        return words === null ? [] : [<Fact key={name} name={spaced(name)} words={words} />]
      })}
    </dl>
  )
}

function Fact({ name, words }: { name: string; words: string }): React.JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{words}</dd>
    </div>
  )
}

const spaced = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** Figures and short words; lists by their length; what has words of its own by them. */
function factText(value: unknown): string | null {
  if (typeof value === 'number') return value.toLocaleString('en', { maximumSignificantDigits: 4 })
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : (names(value) ?? value.length.toLocaleString('en'))
  const words = (value as { words?: unknown } | null)?.words
  return typeof words === 'string' ? readableLoss(words) : null
}

function names(list: readonly unknown[]): string | null {
  const all = list.map((one) => (typeof one === 'string' ? one : (one as { name?: unknown } | null)?.name))
  return all.length <= 8 && all.every((name) => typeof name === 'string') ? all.join(', ') : null
}
