/** The specs of the folder that can be planned here: top-down releases, and group sizes. A spec with both stands there twice. */
import { useEffect } from 'react'
import { Button } from 'react-aria-components'
import { useOpened } from '../opened.ts'
import { usePlansFor } from '../runs/specs-for.ts'

export type PlanKind = 'topdown' | 'groups'

export interface ChosenPlan {
  readonly path: string
  readonly kind: PlanKind
}

const KINDS: readonly PlanKind[] = ['topdown', 'groups']
const KIND_WORDS: Readonly<Record<PlanKind, string>> = { topdown: 'counts by place', groups: 'group sizes' }

interface Props {
  readonly chosen: ChosenPlan | null
  onChoose(plan: ChosenPlan): void
}

export function PlanChoice({ chosen, onChoose }: Props): React.JSX.Element {
  const plans = usePlansFor(KINDS)
  const opened = useOpened('plan')
  useEffect(() => {
    const wanted = opened === null ? plans?.[0] : plans?.find(({ path }) => path === opened)
    if (wanted !== undefined && wanted.path !== chosen?.path) onChoose(wanted)
  }, [chosen, opened, plans, onChoose])
  return (
    <section>
      <h2>Specs</h2>
      {plans?.length === 0 && <p className="hint">no spec in this folder has a part “workload” or “groups”</p>}
      <ul className="file-list">
        {(plans ?? []).map(({ path, kind }) => (
          <li key={`${path} ${kind}`}>
            <Button
              className={path === chosen?.path && kind === chosen.kind ? 'file chosen' : 'file'}
              onPress={() => onChoose({ path, kind })}
            >
              <span className="chip-name" title={path}>
                {path}
              </span>
              <em>{KIND_WORDS[kind]}</em>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
