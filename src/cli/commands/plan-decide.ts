/** `tacet plan` for a spec with `decide`. */
import type { DecidePlan } from '../../jobs/index.ts'
import { decimal, readableLoss } from '../../privacy/readable-loss.ts'
import type { WorkTerminal } from '../command.ts'

const FROM = { declared: 'declared', query: 'its query', model: 'the model' } as const

export function showDecidePlan(terminal: WorkTerminal, plan: DecidePlan): void {
  const { print } = terminal
  const { variables, constraints } = plan.size
  print(`A decision, ${plan.mechanism}: ${readableLoss(plan.privacy.words)}`)
  print(`  ${variables} variables and ${constraints} constraints, ${plan.sides.length} private right-hand sides.`)
  if (!plan.neverViolates) print('  This baseline breaks constraints: for comparison only.')
  print(`  Sensitivity ${decimal(plan.sensitivity.value)}. ${plan.sensitivity.from}\n`)
  terminal.table(
    ['noise', ''],
    [
      ['taken off every side', decimal(plan.shift)],
      [
        'furthest tightening',
        plan.furthest === null ? (plan.neverViolates ? 'to the floor' : 'no end') : decimal(plan.furthest),
      ],
      ['drawn in steps of', decimal(plan.step)],
      ['delta', readableLoss(`delta ${plan.exactDelta}`).replace('delta', 'at most')],
    ],
  )
  const sides = plan.sides.map(({ name, side, floor, floorFrom, loosest }) => [
    name,
    side === 'upper' ? '<=' : '>=',
    decimal(floor),
    FROM[floorFrom],
    decimal(loosest ?? ''),
  ])
  print()
  terminal.table(['private side', '', 'public floor', 'from', 'loosest'], sides)
  print()
  if (plan.releases.length > 0) showReleases(terminal, plan.releases)
  print(`At the public floors the objective is ${plan.objectiveAtFloor}.`)
  showBounds(print, plan.bounds)
  print(`\nLedger: ${plan.ledger}`)
}

/** Equal releases are one line. */
function showReleases(terminal: WorkTerminal, releases: DecidePlan['releases']): void {
  const named = releases.filter(({ name }) => name !== null)
  const lines = (named.length > 0 ? named : releases.slice(0, 1)).map(({ name, epsilon, delta, shift, furthest }) => [
    name ?? `each of ${releases.length}`,
    epsilon,
    delta,
    shift,
    furthest ?? 'to the floor',
  ])
  terminal.print(
    `The budget is shared by ${releases.length} releases; a person in the data of all has spent all of it.`,
  )
  terminal.table(['release', 'epsilon', 'delta', 'taken off every side', 'furthest tightening'], lines)
  terminal.print()
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
