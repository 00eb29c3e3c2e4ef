/** Controlled rounding: the rounded table, how far its figures moved, and what readers can still work out. */
import { decimalText } from '../../model/index.ts'
import {
  changedIntervals,
  type FoundSensitive,
  type RoundedTable,
  roundedBounds,
  roundTable,
  sensitiveCells,
  type TableContents,
} from '../../protection/index.ts'
import { RequestError } from '../../request-error.ts'
import type { SpecProtect } from '../../spec/index.ts'
import type { CellChoice } from './cell-choice.ts'
import { changedTable, refuseNarrow } from './changed-table.ts'
import type { ProtectedTable } from './result.ts'

type RoundFields = Extract<SpecProtect, { kind: 'round' }>

export interface RoundedCells {
  readonly rounded: RoundedTable
  /** In units of the last decimal. */
  readonly base: number
  readonly narrow: readonly number[]
}

/** The rounded table; undefined where none was found in the time. */
export async function roundedCells(
  contents: TableContents,
  sensitive: readonly FoundSensitive[],
  { base, seconds }: { readonly base: number; readonly seconds: number },
): Promise<RoundedCells | undefined> {
  const units = base * 10 ** contents.decimals
  const { value, system, hasNegative } = contents
  const rounded = await roundTable(
    { value, equations: system.equations, base: units },
    { seconds: Math.max(1, seconds), gap: 1e-6 },
  )
  if (rounded === undefined) return undefined
  const steps = rounded.twoSteps.length > 0 ? 2 : 1
  const bounds = roundedBounds(rounded.value, { base: units, steps, mayBeNegative: hasNegative })
  return { rounded, base: units, narrow: (await changedIntervals(contents, sensitive, bounds)).narrow }
}

export async function roundCells(
  contents: TableContents,
  fields: RoundFields,
  choice: CellChoice,
): Promise<ProtectedTable> {
  const { rules, needs, base } = fields
  const all = sensitiveCells(contents, {
    rules,
    needs: { percent: needs, reach: contents.isCount },
    named: choice.hide,
  })
  const sensitive = all.filter(({ cell }) => !choice.waived.has(cell))
  const found = await roundedCells(contents, sensitive, fields)
  if (found === undefined)
    throw new RequestError(
      'infeasible',
      `No rounded table to multiples of ${base} that adds up was found in ${fields.seconds} seconds. Give it more time, or take another \`base\`.`,
    )
  refuseNarrow(contents, found.narrow, 'Take a larger `base`.')
  const { rounded } = found
  const further = rounded.twoSteps.length > 0
  return changedTable(contents, fields, sensitive, choice, {
    method: 'round',
    published: Array.from(rounded.value, (units) => decimalText(units, contents.decimals)),
    after: rounded.value,
    result: { base, steps: further ? 2 : 1 },
    statement: [
      `Every figure is a multiple of ${base}, less than ${further ? 2 * base : base} away from the true one, and all totals add up.`,
      'No protected cell can be bounded more narrowly than its rule says, from this table and its equations. This is not differential privacy.',
    ],
    notes: further
      ? [`no table of neighbouring multiples adds up: ${rounded.twoSteps.length} cells went a step further.`]
      : [],
  })
}
