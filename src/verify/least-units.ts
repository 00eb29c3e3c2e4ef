/** How many units change with one person: with the links that must hold, and with all, whichever is more. */
import { type UnitSteps, unitSteps } from '../privacy/index.ts'
import { exactFrame } from './exact-frame.ts'
import type { ExpectedTable } from './expected-measurements.ts'
import type { StatedRelease } from './topdown-statement.ts'

/** Places are not known here, so only what holds for any number of them is proved; fewer units are never asked for than records. */
export function leastUnits(
  { exact }: StatedRelease,
  people: ExpectedTable,
  records: number,
): Pick<UnitSteps, 'units' | 'proof'> {
  const { request } = exact().frame
  const asked = ([['enforced'], ['enforced', 'tried', 'checked']] as const).map((modes) => {
    const frame = exactFrame({ ...request, modes })
    const { atMost = 1 } = people.person ?? {}
    const own = { records: atMost, change: people.steps.change, leaves: [] }
    return unitSteps({ joint: frame, classes: frame.classes, bounds: frame.bounds, ...own })
  })
  // Without the places a list of changes cannot be made again: it can show more units than records, never fewer.
  const proof = asked.every((one) => one.proof === 'nested') ? 'nested' : 'enumerated'
  return { units: records, proof }
}
