/** Perturbation with cell keys: each count gets the noise that its key has in the perturbation table. */
import {
  changedIntervals,
  type FoundSensitive,
  noiseOf,
  type PerturbationTable,
  perturbationTable,
  perturbedBounds,
  sensitiveCells,
  type TableContents,
} from '../../protection/index.ts'
import type { SpecProtect } from '../../spec/index.ts'
import type { CellChoice } from './cell-choice.ts'
import { changedTable, refuseNarrow } from './changed-table.ts'
import type { ProtectedTable } from './result.ts'

type KeyFields = Extract<SpecProtect, { kind: 'cellkey' }>

function perturbationOf({
  noise,
  variance,
  notBelow,
  keys,
}: Pick<KeyFields, 'noise' | 'variance' | 'notBelow' | 'keys'>): PerturbationTable {
  return perturbationTable({ most: noise, variance, notBelow, keys })
}

interface PerturbedCells {
  readonly after: Float64Array
  /** Sensitive cells that stay too narrow. */
  readonly narrow: readonly number[]
}

export async function perturbedCells(
  contents: TableContents,
  fields: Parameters<typeof perturbationOf>[0],
  sensitive: readonly FoundSensitive[],
  keys: Float64Array,
): Promise<PerturbedCells> {
  const table = perturbationOf(fields)
  const after = contents.value.map((count, cell) => count + noiseOf(table, count, keys[cell]))
  const { narrow } = await changedIntervals(contents, sensitive, perturbedBounds(table, after))
  return { after, narrow }
}

export async function perturbCells(
  contents: TableContents,
  fields: KeyFields,
  choice: CellChoice,
  keys: Float64Array,
): Promise<ProtectedTable> {
  const { rules, needs } = fields
  const all = sensitiveCells(contents, { rules, needs: { percent: needs, reach: true }, named: choice.hide })
  const sensitive = all.filter(({ cell }) => !choice.waived.has(cell))
  const { after, narrow } = await perturbedCells(contents, fields, sensitive, keys)
  refuseNarrow(contents, narrow, 'Take more `noise`, or withhold cells instead.')
  const deviation = Math.sqrt(fields.variance).toPrecision(3)
  return changedTable(contents, fields, sensitive, choice, {
    method: 'cellkey',
    published: Array.from(after, String),
    after,
    result: { noise: fields.noise, variance: fields.variance, notBelow: fields.notBelow, keys: fields.keys },
    statement: [
      `Every count above 0 has noise of at most ${fields.noise} and a standard deviation of ${deviation}, the same in every table of the same records; 0 stays 0.`,
      `Totals have noise of their own and are not the sums of their parts: a sum of n published counts has a standard error of about ${deviation} times the square root of n.`,
      'No protected cell can be bounded more narrowly than its rule says, from this table and its equations. This is not differential privacy.',
    ],
    notes: [],
  })
}
