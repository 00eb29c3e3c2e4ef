/**
 * Every feasible value of every row: ours, the classical dynamic program (two runs a row) and HiGHS (two integer programs
 * a row) on the same tables in the same run. Baselines that would take long are run on rows spread over the table and
 * scaled up, marked with ~; every bound they give is compared with ours. Set TACET_DATA to the folder of public data, TACET_BENCH_PARTS to
 * "linked" for several releases together alone.
 */
import type { Highs } from 'highs'
import {
  audit,
  auditRounded,
  type ConditionalTable,
  type Design,
  highest,
  lowest,
  type RowValues,
  roundedTable,
  type Suggestion,
  solveRows,
  suggest,
  type TwoWayTable,
  tabulate,
  valuesOf,
} from 'tacet/bounds'
import { parseRational, type Rational } from 'tacet/exact'
import { classicalBound, loadHighs, withMilp } from './audit-baselines.ts'
import { boundLinked } from './audit-linked.ts'
import { publishedTables, readCounted, syntheticTable } from './audit-tables.ts'

/** Seconds a baseline may take on one table before it is scaled up from the rows done. */
const PATIENCE = 4

/** Milliseconds: the least and the mean of repeated runs, after as many to warm up. */
function measure(work: () => void, runs: number): { least: number; mean: number } {
  for (let k = 0; k < runs; k++) work()
  const times = Array.from({ length: runs }, () => {
    const start = performance.now()
    work()
    return performance.now() - start
  })
  return { least: Math.min(...times), mean: times.reduce((sum, time) => sum + time, 0) / runs }
}

interface Baseline {
  readonly milliseconds: number
  readonly sampled: boolean
}

/** Runs `bounds` on rows in a spread order until patience runs out, checks them, and scales up to all rows. */
function baseline(
  table: ConditionalTable,
  values: RowValues,
  bounds: (row: number) => readonly [number, number],
): Baseline {
  const rows = Array.from(table.sums.keys()).filter((i) => table.sums[i] > 0)
  const spread = rows.map((_, k) => rows[(k * 7919) % rows.length]) // 7919 is prime to every number of rows here
  const start = performance.now()
  let done = 0
  for (const row of spread) {
    const [least, most] = bounds(row)
    const set = values[row]!
    if (least !== lowest(set) || most !== highest(set))
      throw new Error(`row ${row}: ${least} to ${most}, against ${lowest(set)} to ${highest(set)}`)
    done++
    if (performance.now() - start > PATIENCE * 1000) break
  }
  return { milliseconds: ((performance.now() - start) / done) * rows.length, sampled: done < rows.length }
}

const shown = ({ milliseconds, sampled }: Baseline): string =>
  `${sampled ? '~' : ''}${milliseconds.toFixed(milliseconds < 10 ? 2 : 0)} ms`
const ratio = (base: Baseline, ours: number): string => `${Math.round(base.milliseconds / ours).toLocaleString('en')}x`

function compare(highs: Highs, name: string, table: ConditionalTable): void {
  const values = solveRows(table)!
  const ours = measure(() => solveRows(table), 300)
  const classical = baseline(table, values, (row) => [
    classicalBound(table, row, 'min'),
    classicalBound(table, row, 'max'),
  ])
  const milp = withMilp(highs, table, (bounds) => baseline(table, values, bounds))
  const used = table.sums.filter((sum) => sum > 0).length
  console.log(
    [
      name.padEnd(3),
      `${table.rows} x ${table.columns}`.padEnd(9),
      String(used).padStart(5),
      String(table.n).padStart(6),
      String(table.slack).padStart(6),
      `${ours.least.toFixed(3)} ms (${ours.mean.toFixed(3)})`.padStart(19),
      shown(classical).padStart(12),
      ratio(classical, ours.mean).padStart(12),
      shown(milp).padStart(12),
      ratio(milp, ours.mean).padStart(10),
    ].join('  '),
  )
}

const PARTS = new Set((process.env.TACET_BENCH_PARTS ?? 'tables,linked').split(','))
if (PARTS.has('tables')) await tables()
if (PARTS.has('linked')) await boundLinked()

async function tables(): Promise<void> {
  const highs = await loadHighs()
  console.log(
    'table  size    used rows    N   slack    ours: least (mean)     classical        ratio         HiGHS       ratio',
  )
  for (const { name, table } of publishedTables()) compare(highs, name, table)

  const synthetic = syntheticTable()
  const distinct = new Set(synthetic.table.sums).size
  const time = measure(() => solveRows(synthetic.table), 10)
  let listed = 0
  const listing = measure(() => {
    listed = 0
    for (const set of solveRows(synthetic.table)!) if (set !== undefined) for (const _value of valuesOf(set)) listed++
  }, 10)
  console.log(
    `\n${synthetic.name}: 800 rows, ${distinct} distinct sums, N = 200,000: ${listed.toLocaleString('en')} values of all rows in ` +
      `${time.least.toFixed(2)} ms (mean ${time.mean.toFixed(2)}) as runs, ${listing.mean.toFixed(1)} ms written out one by one`,
  )

  const adult = readCounted('adult/adult_8way_table.csv')
  const side = (...variables: number[]) => variables.map((variable) => ({ variable: variable - 1 }))
  const design = { rows: side(1, 2, 3, 4, 5, 6), columns: side(7, 8) }
  const retabulated = measure(() => tabulate(adult, design), 30)
  const { table: largest } = publishedTables().find(({ name }) => name === 'N')!
  const audited = measure(() => audit(largest), 30)
  console.log(
    `re-tabulating a design of the 2,880-cell table: ${retabulated.mean.toFixed(3)} ms; ` +
      `audit of N with its figures: ${audited.mean.toFixed(3)} ms`,
  )

  const published = tabulate(adult, design)
  for (const decimals of [2, 3, 4]) {
    const rounded = roundedTable(sharesOf(published, decimals), decimals, 48842)
    const solved = measure(() => auditRounded(rounded), 1)
    const found = auditRounded(rounded)
    console.log(
      `480 x 6 with shares to ${decimals} decimals, every feasible count: ${(solved.mean / 1000).toFixed(2)} s, ` +
        `${found.exact ? 'exact' : 'relaxed'}, ${found.cells.disclosed} counts above 0 and ${found.cells.zero} zeros disclosed`,
    )
  }

  for (const moves of [0, 1]) {
    const start = performance.now()
    const found = suggest(adult, design, { ordered: new Set([0, 2, 6]), moves })
    const seconds = (performance.now() - start) / 1000
    console.log(
      `\nredesign of 480 x 6 (${found.start.counts.cells.smallDisclosed} small disclosures), ` +
        `${moves === 0 ? 'sides kept' : 'up to one variable moved'}: ${found.evaluated} designs audited in ${seconds.toFixed(2)} s`,
    )
    for (const suggestion of found.safe.slice(0, 6)) console.log(`  ${described(suggestion)}`)
  }
}

function sharesOf({ counts, rows, columns }: TwoWayTable, decimals: number): Rational[][] {
  return Array.from({ length: rows }, (_, i) => {
    const row = Array.from(counts.subarray(i * columns, (i + 1) * columns))
    const total = Math.max(
      1,
      row.reduce((sum, count) => sum + count, 0),
    )
    return row.map((count) =>
      parseRational((Math.floor((count * 10 ** decimals) / total + 0.5) / 10 ** decimals).toFixed(decimals)),
    )
  })
}

function described({ design: found, kept, counts }: Suggestion): string {
  const names = (used: Design['rows']) =>
    used
      .map(({ variable, groups }) => `X${variable + 1}${groups === undefined ? '' : `(${groups.join('')})`}`)
      .join(' ')
  const { rows, columns } = counts.shape
  return `${(100 * kept).toFixed(1)} % of the detail, ${rows} x ${columns}: ${names(found.rows)} | ${names(found.columns)}`
}
