/** Decisions: the model, its private constraints, and what privacy costs it. */

import { readableLoss } from '../../src/privacy/readable-loss.ts'
import { noteOpened, useOpened } from '../opened.ts'
import { number } from '../parts/format.ts'
import { ScrollMain } from '../parts/scroll-main.tsx'
import { RunCard } from '../runs/run-card.tsx'
import { SpecChoice } from '../runs/spec-choice.tsx'
import { StartRun } from '../runs/start-run.tsx'
import { useRuns } from '../runs/store.ts'
import { type DecisionPlan, readable } from './decision-plan.ts'
import { NoDecision } from './no-decision.tsx'
import { useDecisionPlan } from './planned-decision.ts'
import { TightenLess } from './tighten-less.tsx'
import { Tradeoff } from './tradeoff.tsx'

const choose = (path: string): void => noteOpened('decisions', path)

export function DecisionsView(): React.JSX.Element {
  const spec = useOpened('decisions')
  const { runs } = useRuns()
  const plan = useDecisionPlan(spec)
  const own = runs.filter(({ capability }) => capability === 'decide')
  return (
    <>
      <aside className="left" aria-label="Specs with a decision">
        <SpecChoice capability="decide" chosen={spec} onChoose={choose} />
        {plan.value !== null && <Guarantee plan={plan.value} />}
      </aside>
      <ScrollMain>
        {plan.fault !== null && (
          <p className="fault" role="alert">
            {plan.fault}
          </p>
        )}
        {plan.value !== null && spec !== null ? (
          <Model plan={plan.value} />
        ) : (
          plan.fault === null && <NoDecision isWaiting={spec !== null} />
        )}
        <div className="runs">
          {own.map((run) => (
            <RunCard key={run.out} run={run} />
          ))}
        </div>
      </ScrollMain>
      <aside className="right" aria-label="Why, and running it">
        {plan.value !== null && <TightenLess plan={plan.value} />}
        {spec !== null && (
          <StartRun
            key={spec}
            spec={spec}
            capability="decide"
            follows
            {...(plan.value && { cost: readableLoss(plan.value.privacy.words) })}
          />
        )}
      </aside>
    </>
  )
}

function Guarantee({ plan }: { plan: DecisionPlan }): React.JSX.Element {
  return (
    <section>
      <h2>Guarantee</h2>
      <p className="why">{readableLoss(plan.privacy.words)}</p>
      <div className="field">
        <span>One person moves the sides by</span>
        <b>{readable(plan.sensitivity.value)}</b>
      </div>
      <p className="hint">{plan.sensitivity.from}</p>
    </section>
  )
}

function Model({ plan }: { plan: DecisionPlan }): React.JSX.Element {
  return (
    <>
      <div className="verdict">
        <h1>
          {plan.neverViolates ? 'No constraint is ever broken' : 'Constraints can be broken'}; every private side is
          tightened by <span className="accent-text">{readable(plan.shift)}</span> on average.
        </h1>
        <dl>
          <div>
            <dt>Variables</dt>
            <dd>{number(plan.size.variables)}</dd>
          </div>
          <div>
            <dt>Constraints</dt>
            <dd>{number(plan.size.constraints)}</dd>
          </div>
          <div>
            <dt>Objective without any budget</dt>
            <dd>{number(Number(plan.objectiveAtFloor.toPrecision(6)))}</dd>
          </div>
        </dl>
      </div>
      <Sides plan={plan} />
      <Tradeoff plan={plan} />
    </>
  )
}

function Sides({ plan }: { plan: DecisionPlan }): React.JSX.Element {
  return (
    <div className="table-scroll">
      <table className="list-table">
        <thead>
          <tr>
            <th scope="col">private constraint</th>
            <th scope="col">side</th>
            <th scope="col" className="right-text">
              public floor
            </th>
            <th scope="col">the floor is</th>
          </tr>
        </thead>
        <tbody>
          {plan.sides.map(({ name, side, floor, floorFrom }) => (
            <tr key={`${name} ${side}`}>
              <th scope="row">{name}</th>
              <td>{side}</td>
              <td className="right-text">{readable(floor)}</td>
              <td>{floorFrom === 'query' ? 'given by its query' : 'declared'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
