/** `tacet plan` for a spec with `decide`. */
import type { DecidePlan } from '../../run/index.ts'
import { textTable } from '../table.ts'

const FROM = { declared: 'declared', query: 'its query', model: 'the model' } as const

export function showDecidePlan(print: (line?: string) => void, plan: DecidePlan): void {
  const { variables, constraints } = plan.size
  print(`A decision, ${plan.mechanism}: ${plan.privacy.words}`)
  print(`  ${variables} variables and ${constraints} constraints, ${plan.sides.length} private right-hand sides.`)
  if (!plan.neverViolates) print('  This baseline breaks constraints: for comparison only.')
  print(`  Sensitivity ${plan.sensitivity.value}. ${plan.sensitivity.from}\n`)
  print(
    textTable(
      ['noise', ''],
      [
        ['taken off every side', plan.shift],
        ['furthest tightening', plan.furthest ?? (plan.neverViolates ? 'to the floor' : 'no end')],
        ['drawn in steps of', plan.step],
        ['exact delta', String(plan.exactDelta)],
      ],
    ),
  )
  const sides = plan.sides.map(({ name, side, floor, floorFrom, loosest }) => [
    name,
    side === 'upper' ? '<=' : '>=',
    floor,
    FROM[floorFrom],
    loosest ?? '',
  ])
  print(`\n${textTable(['private side', '', 'public floor', 'from', 'loosest'], sides)}\n`)
  if (plan.releases.length > 0) showReleases(print, plan.releases)
  print(`At the public floors the objective is ${plan.objectiveAtFloor}.`)
  showBounds(print, plan.bounds)
  print(`\nLedger: ${plan.ledger}`)
}

/** Equal releases are one line. */
function showReleases(print: (line?: string) => void, releases: DecidePlan['releases']): void {
  const named = releases.filter(({ name }) => name !== null)
  const lines = (named.length > 0 ? named : releases.slice(0, 1)).map(({ name, epsilon, delta, shift, furthest }) => [
    name ?? `each of ${releases.length}`,
    epsilon,
    delta,
    shift,
    furthest ?? 'to the floor',
  ])
  print(`The budget is shared by ${releases.length} releases; whoever is in the data of all has spent all of it.`)
  print(`${textTable(['release', 'epsilon', 'delta', 'taken off every side', 'furthest tightening'], lines)}\n`)
}

function showBounds(print: (line: string) => void, { theorem, lower }: DecidePlan['bounds']): void {
  print(
    theorem.available
      ? `Loss at most ${theorem.value} on any data (Theorem 3.4: ${theorem.condition.method}, condition number ${theorem.condition.alpha}).`
      : `Loss by Theorem 3.4: not available. ${theorem.why}`,
  )
  print(
    lower.available
      ? `Any such mechanism loses at least ${lower.value} on some data (Theorem 3.7).`
      : `Least loss of any mechanism: not available. ${lower.why}`,
  )
}
