/** What one person can lose over people and units together: the units that change with a person, and their cost. */
import { multiply, type Rational, rational } from '../exact/index.ts'
import { composed, describeCost, eventFromJson, type PrivacyEvent, pure, zcdp } from '../privacy/index.ts'
import { type Check, checkOf } from './check.ts'
import type { ExpectedTable } from './expected-measurements.ts'
import { leastUnits } from './least-units.ts'
import { sameCost } from './privacy-checks.ts'
import type { MeasuredPrivacy } from './stated-privacy.ts'
import type { StatedRelease } from './topdown-statement.ts'

const NAME = 'both tables'

export function togetherCheck(
  release: StatedRelease,
  stated: MeasuredPrivacy,
  people: ExpectedTable,
  units: ExpectedTable,
): Check {
  const { together, statement } = stated
  if (together === undefined)
    return { name: NAME, ok: false, detail: 'nothing is said of what one person costs over both' }
  const records = (people.person?.atMost ?? 1) * (people.steps.change ? 2 : 1)
  const { cost, further } = {
    cost: costWith(people, units, together.units),
    further: costWith(people, units, together.units + 1),
  }
  const least = leastUnits(release, people, records)
  const sentence = `over both tables together that is ${describeCost(cost, people.budget.delta)}.`
  const faults = [
    ...(together.records === records
      ? []
      : [`${together.records} records of one person are said to change, and it is ${records}`]),
    ...(together.units >= least.units
      ? []
      : [`${together.units} units are said to change with one person, and it is ${least.units}`]),
    ...(together.proof !== 'nested' || least.proof === 'nested'
      ? []
      : ['links, exact counts and bounds are said to be nested, and they cross']),
    ...(sameCost(eventFromJson(together.cost), cost) && sameCost(eventFromJson(together.further), further)
      ? []
      : [
          `it is ${describeCost(cost, people.budget.delta)}, and ${describeCost(further, people.budget.delta)} with one further unit`,
        ]),
    ...(statement.some((one) => one.includes(sentence)) ? [] : [`it does not say: ${sentence}`]),
  ]
  return checkOf(
    NAME,
    faults,
    `${together.units} units change with one person; ${describeCost(cost, people.budget.delta)}`,
  )
}

/** A unit that changes costs one entry of each query where units change, two where they come and go; k units k or k squared times. */
function costWith(people: ExpectedTable, units: ExpectedTable, count: number): PrivacyEvent {
  const { kind } = units.budget
  const times = rational(kind === 'pure' ? BigInt(count) : BigInt(count) * BigInt(count))
  const parts = units.measurements.flatMap(({ noise, part }) => (noise === 'exact' ? [] : [multiply(part, times)]))
  const event = (part: Rational): PrivacyEvent => (kind === 'pure' ? pure(part) : zcdp(part))
  const own = composed(parts.map(event))
  return composed([people.cost, units.steps.change ? own : composed([own, own])])
}
