/** Facts that compare counts: at most so many times the count of others, within a table or between people and units. */
import { parseRational, type Rational } from '../exact/index.ts'
import { selectCells } from '../model/index.ts'
import type { SpecWhere } from '../spec/index.ts'
import type { ReleasedTable } from './topdown-cell-checks.ts'
import type { FactPool, StatedFact } from './topdown-facts.ts'
import type { Places } from './topdown-places.ts'
import { answersFrom } from './topdown-published.ts'

/** count(these) <= times * count(those), or >= where `least`, in every region of a level. */
interface Comparison {
  readonly these: Chosen
  readonly times: Rational
  readonly those: Chosen
  readonly least: boolean
}

interface Chosen {
  readonly table: ReleasedTable
  readonly where: SpecWhere
}

export interface RatioFindings {
  readonly places: number
  readonly broken: number
}

/** Undefined when the pool holds no such fact. Requires a level of the release. */
export function lookAtRatios(
  pool: FactPool,
  tables: readonly ReleasedTable[],
  places: Places,
): RatioFindings | undefined {
  const comparisons = pool.stated.flatMap((stated) => comparisonsOf(stated, pool, tables))
  if (comparisons.length === 0) return undefined
  const level = places.levels.findIndex(({ name }) => name === pool.level)
  const regions = places.levels[level].regions.length
  const broken = comparisons.reduce((sum, comparison) => sum + brokenRegions(comparison, level, regions), 0)
  return { places: comparisons.length * regions, broken }
}

function comparisonsOf(stated: StatedFact, pool: FactPool, tables: readonly ReleasedTable[]): readonly Comparison[] {
  const [people, units] = tables
  if (stated.kind === 'fact') {
    const { where, atMostTimes } = stated.fact
    const table = tables.find(({ name }) => name === pool.table)
    if (atMostTimes === undefined || table === undefined) return []
    const times = parseRational(atMostTimes.times)
    return [{ these: { table, where: where ?? {} }, times, those: { table, where: atMostTimes.of }, least: false }]
  }
  const { atMostTimes, atLeastTimes } = stated.fact
  const both = {
    these: { table: people, where: stated.fact.people },
    those: { table: units, where: stated.fact.units },
  }
  return [
    ...(atMostTimes === undefined ? [] : [{ ...both, times: parseRational(atMostTimes), least: false }]),
    ...(atLeastTimes === undefined ? [] : [{ ...both, times: parseRational(atLeastTimes), least: true }]),
  ]
}

function brokenRegions({ these, times, those, least }: Comparison, level: number, regions: number): number {
  const [left, right] = [countsOf(these, level), countsOf(those, level)]
  let broken = 0
  for (let node = 0; node < regions; node++) {
    // Cross-multiplied, in integers of any size.
    const difference = BigInt(left.get(node)) * times.den - times.num * BigInt(right.get(node))
    if (least ? difference < 0n : difference > 0n) broken++
  }
  return broken
}

/** The number of those chosen, by region. */
function countsOf({ table, where }: Chosen, level: number) {
  const chosen = selectCells(table.schema, where, 'where')
  const answerOf = Int32Array.from(chosen, (meant) => meant - 1)
  return answersFrom(table.published.levels[level], table.cells, { answers: 1, answerOf })
}
