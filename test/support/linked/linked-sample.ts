/** Many random small specs, each held to enumeration, and what was found in all. */
import fc from 'fast-check'
import { RequestError } from '../../../src/request-error.ts'
import { exactnessOf, lossesOf } from './linked-faults.ts'
import { anySpec, type PlannedSpec, plannedSpec, type SmallSpec, worldOf } from './small-specs.ts'
import { allData } from './small-worlds.ts'

export interface SampleFigures {
  planned: number
  refused: number
  exact: number
  open: number
  openBeyond: number
  /** Specs in which somebody can come, go or change, and in which units change with a person. */
  withPersons: number
  withUnits: number
  /** Of those, where the stated loss is reached. */
  reached: number
  readonly proofs: { nested: number; enumerated: number; none: number }
}

/** Until so many are planned. Throws at the first spec with a fault, with the smallest like it. */
export function sampled(numRuns: number): SampleFigures {
  const figures: SampleFigures = {
    planned: 0,
    refused: 0,
    exact: 0,
    open: 0,
    openBeyond: 0,
    withPersons: 0,
    withUnits: 0,
    reached: 0,
    proofs: { nested: 0, enumerated: 0, none: 0 },
  }
  fc.assert(
    fc.property(anySpec, (small) => {
      const planned = plannedOrEmpty(small)
      if (planned === undefined) {
        figures.refused++
        return
      }
      const exactness = exactnessOf(small, planned)
      const losses = lossesOf(small, planned)
      const faults = [...exactness.faults, ...losses.faults]
      if (faults.length > 0) throw new Error(faults.join('\n'))
      figures.planned++
      figures.exact += exactness.exact
      figures.open += exactness.open
      figures.openBeyond += exactness.openBeyond
      figures.proofs[planned.together.proof]++
      if (losses.persons > 0) figures.withPersons++
      if (losses.reached !== undefined) figures.withUnits++
      if ((losses.reached ?? 0) > 1 - 1e-9) figures.reached++
    }),
    { numRuns },
  )
  return figures
}

/** Undefined where the spec is refused because links leave nobody in a table; then there is nobody in any data set. */
function plannedOrEmpty(small: SmallSpec): PlannedSpec | undefined {
  try {
    return plannedSpec(small)
  } catch (error) {
    if (!(error instanceof RequestError) || !error.message.includes('together leave nobody anywhere')) throw error
  }
  const { cells, leaves, ...world } = worldOf(small)
  const all = allData({ cells, leaves, ...world }, false)
  const people = small.people.attributes.reduce((product, { levels }) => product * levels.length, 1)
  const somebody = (first: number, last: number) =>
    all.some((data) => data.some((count, at) => count > 0 && at % cells >= first && at % cells < last))
  if (somebody(0, people) && somebody(people, cells)) throw new Error('refused, and there can be people and units')
  return undefined
}
