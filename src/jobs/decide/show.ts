/** What is shown of a plan and of a decision. */
import { printReadably } from '../../decisions/index.ts'
import { toNumber } from '../../exact/index.ts'
import { decimal, readableLoss } from '../../privacy/readable-loss.ts'
import type { Manifest } from '../../release/index.ts'
import type { Release } from '../../run/capability.ts'
import { Page, type Shown } from '../../run/page.ts'
import { mustNotBePublished, wrote } from '../../run/release-lines.ts'
import type { DecidePlan } from './plan.ts'
import { gapWords } from './report.ts'
import type { DecideFigures } from './run.ts'

const FROM = { declared: 'declared', query: 'its query' } as const

export function showDecidePlan(plan: DecidePlan): Shown {
  const page = new Page()
  const { print } = page
  const { variables, constraints } = plan.size
  print(`A decision, ${plan.mechanism}: ${readableLoss(plan.privacy.words)}`)
  print(`  ${variables} variables and ${constraints} constraints, ${plan.sides.length} private right-hand sides.`)
  if (!plan.neverViolates) print('  This baseline breaks constraints: for comparison only.')
  print(`  Sensitivity ${decimal(plan.sensitivity.value)}. ${plan.sensitivity.from}\n`)
  page.table(
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
  page.table(['private side', '', 'public floor', 'from', 'loosest'], sides)
  print()
  if (plan.releases.length > 0) showReleases(page, plan.releases)
  print(`At the public floors the objective is ${plan.objectiveAtFloor}.`)
  showBounds(print, plan.bounds)
  for (const remark of plan.privacy.remarks) print(`\nNote: ${remark}`)
  print(`\nLedger: ${plan.ledger}`)
  return page.shown({ decide: plan })
}

/** Equal releases are one line. */
function showReleases(page: Page, releases: DecidePlan['releases']): void {
  const named = releases.filter(({ name }) => name !== null)
  const lines = (named.length > 0 ? named : releases.slice(0, 1)).map(({ name, epsilon, delta, shift, furthest }) => [
    name ?? `each of ${releases.length}`,
    epsilon,
    delta,
    shift,
    furthest ?? 'to the floor',
  ])
  page.print(`The budget is shared by ${releases.length} releases; a person in the data of all has spent all of it.`)
  page.table(['release', 'epsilon', 'delta', 'taken off every side', 'furthest tightening'], lines)
  page.print()
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

export function showDecision({ out, manifest, figures: found }: Release<DecideFigures>): Shown {
  const page = new Page()
  if (out === null || manifest === null) return page.shown(null)
  const { print } = page
  const { decision, bounds, violations, note, optimum, sweep } = found
  mustNotBePublished(page, manifest.stamp)
  const objective = toNumber(decision.objective)
  print(`Objective ${shown(objective)}${optimum === undefined ? '' : ` (the true optimum is ${shown(optimum)})`}`)
  print(`Privacy loss: ${readableLoss(String(manifest.privacy.words))}`)
  print(
    `It is ${gapWords(decision)} at the measured right-hand sides. The public floors alone allow ${shown(found.objectiveAtFloor)}. Every private side was shifted by ${decimal(String(manifest.result.shift))}.`,
  )
  if (note !== null) print(note)
  print(
    violations === null
      ? 'Constraints broken: not checked. This is the baseline that can break them; --evaluate counts them at the true sides.'
      : `Constraints broken: ${violations}, in exact arithmetic.`,
  )
  for (const line of manifest.privacy.statement as readonly string[]) print(`  ${readableLoss(line)}`)
  const lines = (['theorem', 'prices', 'lower'] as const).map((name) => {
    const bound = bounds[name]
    return [
      name === 'lower'
        ? 'any mechanism loses at least'
        : `loss at most, by ${name === 'theorem' ? 'the condition number' : 'prices'}`,
      bound.available ? bound.value : `not available: ${bound.why}`,
    ]
  })
  print()
  page.table(['what privacy can have cost', ''], lines)
  if (sweep !== undefined) {
    const rows = sweep.points.map((p) => [
      p.mechanism,
      toNumber(p.epsilon),
      toNumber(p.delta),
      p.loss.mean,
      p.brokenRuns,
    ])
    print()
    page.table(['mechanism', 'epsilon', 'delta', 'mean relative loss', 'runs that break a constraint'], rows)
  }
  print()
  wrote(page, out, manifest)
  return page.shown(document(found, out, manifest))
}

/** Enough digits to compare by; the solution file has all of them. */
function shown(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: 8 })
}

function document(found: DecideFigures, out: string, manifest: Manifest): unknown {
  const { decision, variables, bounds, violations, note, objectiveAtFloor, optimum, sweep } = found
  const { theorem, prices } = bounds
  return {
    status: decision.status,
    gap: decision.gap,
    note,
    objective: toNumber(decision.objective),
    solution: Object.fromEntries(variables.map((name, j) => [name, printReadably(decision.point[j]).value])),
    exact: Object.fromEntries(
      variables.flatMap((name, j) => {
        const { exact } = printReadably(decision.point[j])
        return exact === null ? [] : [[name, exact]]
      }),
    ),
    shift: manifest.result.shift,
    bound: theorem.available ? theorem.value : prices.available ? prices.value : null,
    bounds,
    violations,
    objectiveAtFloor,
    sensitivity: found.sides.map((line) => ({ ...line, limit: toNumber(line.limit) })),
    optimum,
    sweep,
    out,
    stamp: manifest.stamp,
    runId: manifest.runId,
    privacy: manifest.privacy,
  }
}
