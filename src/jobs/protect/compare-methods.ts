/** Every method on the same cells: what readers lose, by how much figures move, what stays possible. Nothing of it is published. */
import {
  cellCosts,
  type FoundSensitive,
  sensitiveCells,
  suppressTable,
  type TableContents,
} from '../../protection/index.ts'
import { RequestError } from '../../request-error.ts'
import type { SpecProtect } from '../../spec/index.ts'
import type { CellChoice } from './cell-choice.ts'
import { changedTable, changeOf } from './changed-table.ts'
import { perturbedCells } from './perturb-cells.ts'
import type { Compared, ProtectedTable } from './result.ts'
import { roundedCells } from './round-cells.ts'
import { searchLimit } from './search-limit.ts'
import { EXACT_UP_TO } from './suppress-cells.ts'

type CompareFields = Extract<SpecProtect, { kind: 'compare' }>
type Outcome = Omit<Compared, 'method' | 'seconds'>

export async function compareMethods(
  contents: TableContents,
  fields: CompareFields,
  choice: CellChoice,
  keys: Float64Array | undefined,
  signal: AbortSignal,
): Promise<ProtectedTable> {
  const needs = { percent: fields.needs, reach: contents.isCount }
  const all = sensitiveCells(contents, { rules: fields.rules, needs, named: choice.hide })
  const sensitive = all.filter(({ cell }) => !choice.waived.has(cell))
  const compared: Compared[] = []
  const add = async (method: string, work: () => Outcome | Promise<Outcome>): Promise<void> => {
    const begun = performance.now()
    const outcome = await work()
    compared.push({ method, ...outcome, seconds: (performance.now() - begun) / 1000 })
  }
  await add('suppress', () => suppressed(contents, fields, choice, signal))
  for (const base of fields.bases) await add(`round ${base}`, () => rounded(contents, sensitive, base, fields.seconds))
  if (keys !== undefined)
    await add('cellkey', async () => {
      const { after, narrow } = await perturbedCells(contents, fields, sensitive, keys)
      return { ...moved(contents, after), additive: false, unprotected: narrow.length }
    })
  if (contents.isCount)
    await add(`private counts, epsilon ${fields.epsilon}`, () => privateCounts(contents, fields.epsilon))
  const table = changedTable(contents, fields, sensitive, choice, {
    method: 'compare',
    published: [],
    after: contents.value,
    result: {},
    statement: [
      'A comparison of methods is made from the confidential table and protects nobody. This is not differential privacy.',
    ],
    notes:
      keys === undefined ? ['cell keys were not tried: they need counts of records, `record` and a `secret`.'] : [],
  })
  return { ...table, figures: { ...table.figures, proved: 0, change: null, compared } }
}

async function suppressed(
  contents: TableContents,
  fields: CompareFields,
  { hide, waived, keep }: CellChoice,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    const { withheld } = await suppressTable(contents, {
      rules: fields.rules,
      needs: { percent: fields.needs, reach: contents.isCount },
      named: hide,
      keep,
      waived,
      prior: fields.prior,
      cost: cellCosts(contents, fields.cost),
      coalition: fields.coalition,
      limits: { ...searchLimit(fields, signal), exactUpTo: EXACT_UP_TO, seconds: Math.max(1, fields.seconds) },
    })
    const lost = [...withheld.keys()].filter((cell) => withheld[cell] === 1)
    const amount = lost.reduce((sum, cell) => sum + Math.abs(contents.value[cell]), 0)
    return {
      cellsLost: lost.length,
      valueLost: amount / 10 ** contents.decimals,
      meanError: 0,
      largestError: 0,
      additive: true,
      unprotected: 0,
    }
  } catch (error) {
    if (error instanceof RequestError && error.code === 'infeasible') return NOT_POSSIBLE
    throw error
  }
}

/** There is no such table, or none was found in the time. */
const NOT_POSSIBLE: Outcome = {
  cellsLost: null,
  valueLost: null,
  meanError: 0,
  largestError: null,
  additive: true,
  unprotected: null,
}

async function rounded(
  contents: TableContents,
  sensitive: readonly FoundSensitive[],
  base: number,
  seconds: number,
): Promise<Outcome> {
  const found = await roundedCells(contents, sensitive, { base, seconds })
  if (found === undefined) return NOT_POSSIBLE
  return { ...moved(contents, found.rounded.value), additive: true, unprotected: found.narrow.length }
}

function moved(
  contents: TableContents,
  after: Float64Array,
): Pick<Outcome, 'cellsLost' | 'valueLost' | 'meanError' | 'largestError'> {
  const { mean, largest } = changeOf(contents, after)
  return { cellsLost: 0, valueLost: 0, meanError: mean, largestError: largest }
}

/**
 * Every cell with noise of the two-sided geometric law: a record is counted in at most `cells` cells, so each gets epsilon / cells. Its mean size is
 * 2a / (1 - a^2) with a = exp(-epsilon / cells). Nothing is drawn: the law says it.
 */
function privateCounts({ system, mostCells }: TableContents, epsilon: number): Outcome {
  const cells = mostCells ?? system.cells
  const a = Math.exp(-epsilon / cells)
  return {
    cellsLost: 0,
    valueLost: 0,
    meanError: (2 * a) / (1 - a * a),
    largestError: null,
    additive: false,
    unprotected: null,
  }
}
