/** The middle and the right of a plan of group sizes: what a reader would get, and starting a run. */
import { Button } from 'react-aria-components'
import { useStore } from 'zustand'
import type { MechanismName } from '../../src/groups/mechanism.ts'
import { Waiting } from '../parts/empty-state.tsx'
import { number } from '../parts/format.ts'
import type { ComparedPlan } from '../plan/compare.ts'
import { ComparePanel } from '../plan/compare-panel.tsx'
import { numberOf } from '../plan/loss-slider.tsx'
import { PlanComparison } from '../plan/plan-comparison.tsx'
import { marginOf, people } from '../plan/plan-words.ts'
import { StartRun } from '../runs/start-run.tsx'
import { GroupGrid } from './group-grid.tsx'
import type { GroupAnswer, GroupSettings } from './group-plan-types.ts'
import { MECHANISM_WORDS } from './mechanism-words.ts'
import { change, groupStore, isRho, useGroupPlan, useGroupSettings } from './store.ts'

export function GroupPlan(): React.JSX.Element {
  const { answer, fault, kept } = useGroupPlan()
  const settings = useGroupSettings((state) => state.settings)
  return (
    <>
      {fault !== null && (
        <p className="fault" role="alert">
          {fault}
        </p>
      )}
      {answer !== null && settings !== null ? (
        <>
          <GroupHead answer={answer} />
          {answer.notPrivate !== null && <p className="fault">{answer.notPrivate}</p>}
          <GroupGrid answer={answer} settings={settings} />
          {kept !== null && <PlanComparison plan={compared(answer)} name={kept.name} other={compared(kept.answer)} />}
        </>
      ) : (
        fault === null && <Waiting words="Reading which places and sizes there are…" />
      )}
    </>
  )
}

const figuresOf = ({ levels, sizes }: GroupAnswer): number =>
  levels.reduce((sum, { regions }) => sum + regions, 0) * sizes

/** Each level has one error, that of a large count of groups of one size. */
const compared = (answer: GroupAnswer): ComparedPlan => ({
  whole: [
    ['privacy loss', answer.words],
    ['mechanism', answer.mechanism],
    ['largest size', number(answer.sizes)],
    ['figures', number(figuresOf(answer))],
  ],
  figures: answer.levels.map(({ name, predictedError }) => ({
    level: name,
    query: '',
    margin: marginOf({ standardError: predictedError }),
  })),
})

function GroupHead({ answer }: { answer: GroupAnswer }): React.JSX.Element {
  const past = useStore(useGroupSettings.temporal, (state) => state.pastStates.length)
  const { name, predictedError } = answer.levels[answer.levels.length - 1]
  const margin = marginOf({ standardError: predictedError })
  return (
    <div className="verdict">
      <h1 aria-live="polite">
        {margin === 0 ? (
          `A ${name}'s count of groups of one size will be exact.`
        ) : (
          <>
            A {name}'s count of groups of one size, where it is large, will be right to within{' '}
            <span className="accent-text">{people(margin).replace('± ', '')} groups</span>, about 19 times out of 20.
          </>
        )}
      </h1>
      <dl>
        <div>
          <dt>Figures</dt>
          <dd>{number(figuresOf(answer))}</dd>
        </div>
        <div>
          <dt>Largest size</dt>
          <dd>{number(answer.sizes)}</dd>
        </div>
      </dl>
      <Button className="act-small" isDisabled={past === 0} onPress={() => useGroupSettings.temporal.getState().undo()}>
        Undo
      </Button>
    </div>
  )
}

export function GroupRun(): React.JSX.Element | null {
  const { answer, spec, saved } = useGroupPlan()
  const settings = useGroupSettings((state) => state.settings)
  if (answer === null || settings === null || spec === null) return null
  return (
    <>
      <Halving answer={answer} settings={settings} given={isRho(spec) ? 'rho' : 'epsilon'} />
      <ComparePanel store={groupStore} capability="groups" cost={({ words }) => words} />
      <StartRun
        spec={spec.path}
        capability="groups"
        follows
        cost={answer.words}
        blocked={saved === settings ? undefined : 'save the plan first: what runs is the file'}
      />
    </>
  )
}

interface HalvingProps {
  readonly answer: GroupAnswer
  readonly settings: GroupSettings
  readonly given: 'epsilon' | 'rho'
}

function Halving({ answer, settings, given }: HalvingProps): React.JSX.Element {
  const rises = given === 'epsilon' ? 2 : 4 // the noise of rho falls with its square root
  const total = String(Number((numberOf(settings.total) * rises).toPrecision(3)))
  const { name, predictedError } = answer.levels[answer.levels.length - 1]
  const level = answer.levels.length - 1
  return (
    <>
      <section>
        <h2>Lowest places</h2>
        <p className="big">{people(marginOf({ standardError: predictedError }))}</p>
        <p className="path">{name}, groups of one size, at about 95 %</p>
      </section>
      <section>
        <h2>Why</h2>
        <p className="why">
          {MECHANISM_WORDS[answer.mechanism as MechanismName]} The smaller the share of a level, the larger its error.
        </p>
      </section>
      <section>
        <h2>To get closer</h2>
        <Button className="act" onPress={() => change({ ...settings, total })}>
          <b>
            Raise {given === 'epsilon' ? 'ε' : 'ρ'} to {total}
          </b>
          <span>{answer.mechanism === 'hg' ? 'every count gets closer' : 'every count gets about twice as exact'}</span>
        </Button>
        <p className="hint">Or give {answer.levels[level].name} a larger share: the levels above get less.</p>
      </section>
    </>
  )
}
