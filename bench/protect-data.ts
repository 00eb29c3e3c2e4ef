/** The tables of the public data sets that `protect/README.md` has published results for. */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type CodeParents, type TableSystem, type TableVariable, tableSystem, tableVariable } from 'tacet/model'
import { type SensitivityRule, type SuppressionProblem, sensitivity } from 'tacet/protection'

const DATA = resolve(process.env.TACET_DATA ?? '../shared/data', 'protect')

export const isThere = (): boolean => existsSync(DATA)

/** Every line but the head, without quotation marks. */
export function linesOf(name: string): string[][] {
  const bytes = readFileSync(join(DATA, name))
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes)
    .toString()
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').map((text) => text.replaceAll('"', '').trim()))
}

/** A finished table: value and largest contribution in whole units. */
export interface Business {
  readonly system: TableSystem
  readonly unit: number
  readonly value: Float64Array
  readonly businesses: Float64Array
  readonly largest: Float64Array
}

/** The widest code first; a code that stands in two columns is one code. */
function treeOf(name: string): CodeParents {
  const parents = new Map<string, string>()
  for (const codes of linesOf(name))
    codes.forEach((code, level) => {
      const parent = level === 0 ? 'Total' : codes[level - 1]
      if (parent !== code) parents.set(code, parent)
    })
  return parents
}

export const flat = (name: string, codes: readonly string[]): TableVariable =>
  tableVariable(name, 'Total', [new Map(codes.map((code) => [code, 'Total']))])

const TURNOVER_UNIT = 10_000

/** One table of turnover, or several that share margins: act_size, act_cj, nuts_size, nuts_cj. */
export function turnover(names: readonly string[]): Business {
  const all: Record<string, TableVariable> = {
    act: tableVariable('activity', 'Total', [treeOf('activity_corr_table.csv')]),
    nuts: tableVariable('nuts', 'Total', [treeOf('nuts23_fr_corr_table.csv')]),
    size: flat('size', ['tr1', 'tr2', 'tr3']),
    cj: flat('cj', ['LL', 'PA', 'SP']),
  }
  const used = [...new Set(names.flatMap((name) => name.split('_')))]
  const variables = used.map((name) => all[name])
  const system = tableSystem(
    variables,
    names.map((name) => name.split('_').map((one) => used.indexOf(one))),
  )
  const [value, businesses, largest] = [0, 1, 2].map(() => new Float64Array(system.cells))
  for (const name of names)
    for (const [a, b, count, total, most] of linesOf(`turnover_${name}.csv`)) {
      const codes = new Int32Array(used.length)
      name.split('_').forEach((one, i) => {
        codes[used.indexOf(one)] = all[one].codes.indexOf([a, b][i])
      })
      const cell = system.cellOf(codes) as number
      value[cell] = Math.round(Number(total) * TURNOVER_UNIT)
      businesses[cell] = Number(count)
      largest[cell] = Math.round(Number(most) * TURNOVER_UNIT)
    }
  return { system, unit: TURNOVER_UNIT, value, businesses, largest }
}

/** Four flat variables. The totals of `pizzas_tot_abs` do not add up: they are computed from the smallest cells. */
export function pizzas(): Business & { readonly marked: Uint8Array } {
  const lines = linesOf('datatest1.csv.gz')
  const variables = ['treff', 'cj', 'type_distrib', 'A10'].map((name, v) =>
    flat(
      name,
      [...new Set(lines.map((line) => line[v]))].filter((code) => code !== 'Total'),
    ),
  )
  const system = tableSystem(variables, [[0, 1, 2, 3]])
  const unit = 1_000_000
  const [value, businesses, largest] = [0, 1, 2].map(() => new Float64Array(system.cells))
  const marked = new Uint8Array(system.cells)
  for (const line of lines) {
    const cell = system.cellOf(variables.map(({ codes }, v) => codes.indexOf(line[v]))) as number
    businesses[cell] = Number(line[10])
    value[cell] = Math.round(Number(line[11]) * unit)
    largest[cell] = Math.round(Math.abs(Number(line[6])) * unit)
    marked[cell] = Number(line[9] === 'TRUE')
  }
  return { system, unit, value: added(system, value), businesses, largest, marked }
}

/** Cells that are the sum of others, computed from those that are not. */
export function added({ cells, equations: { starts, members } }: TableSystem, value: Float64Array): Float64Array {
  const equationOf = new Int32Array(cells).fill(-1)
  for (let e = 0; e + 1 < starts.length; e++) equationOf[members[starts[e]]] = e
  const sums = new Float64Array(cells).fill(Number.NaN)
  const sumOf = (cell: number): number => {
    const e = equationOf[cell]
    if (Number.isNaN(sums[cell])) {
      const parts = e < 0 ? [] : [...members.subarray(starts[e] + 1, starts[e + 1])]
      sums[cell] = e < 0 ? value[cell] : parts.reduce((sum, part) => sum + sumOf(part), 0)
    }
    return sums[cell]
  }
  for (let cell = 0; cell < cells; cell++) sumOf(cell)
  return sums
}

export const RULES: readonly SensitivityRule[] = [
  { kind: 'count', least: 3 },
  { kind: 'dominance', largest: 1, percent: 85 },
]
const TEN_PERCENT = { percent: 10, reach: false }

export const COSTS = {
  value: (x: number): number => x,
  count: (): number => 1,
  log: (x: number): number => Math.log(1 + x),
}

/** 1 or 2 businesses, or one with more than 85 %; 10 % of the value up and down; a reader knows each cell up to twice its value. */
export function problemOf(
  { system, unit, value, businesses, largest }: Business,
  cost: keyof typeof COSTS,
  marked?: Uint8Array,
): SuppressionProblem {
  const found = [...value.keys()].map((c) =>
    sensitivity(RULES, TEN_PERCENT, { contributors: businesses[c], total: value[c], largest: [largest[c]] }),
  )
  const need = Float64Array.from(found, (one, c) => {
    if (marked !== undefined) return marked[c] === 1 ? Math.max(1, Math.ceil(value[c] / 10)) : 0
    return one?.up ?? 0
  })
  const top = value.reduce((most, x) => Math.max(most, x), 0)
  const isEmpty = (c: number): boolean => businesses[c] === 0 && value[c] === 0
  return {
    value,
    equations: system.equations,
    lower: new Float64Array(system.cells),
    // Of a business that reports 0 a reader knows no bound.
    upper: value.map((x, c) => (x === 0 && !isEmpty(c) ? top : 2 * x)),
    sensitive: [...value.keys()].filter((c) => need[c] > 0),
    needUp: need,
    needDown: need.map((by, c) => Math.min(by, value[c])),
    cost: value.map((x) => Math.max(1e-9, COSTS[cost](x / unit))),
    fixed: Uint8Array.from(value, (_, c) => Number(isEmpty(c) && need[c] === 0)),
  }
}

/** Counts by region in two groupings that do not nest, by income, by month in two groupings; fewer than 4 are sensitive. */
export function monthlyCounts(): SuppressionProblem {
  const lines = linesOf('d3.csv')
  const grouping = (from: number, to: number): CodeParents => {
    const parents = new Map<string, string>()
    for (const line of lines) parents.set(line[from], `${line[to]}`).set(`${line[to]}`, 'Total')
    return parents
  }
  const variables = [
    tableVariable('region', 'Total', [grouping(0, 1), grouping(0, 2)]),
    flat('main_income', [...new Set(lines.map((line) => line[3]))]),
    tableVariable('months', 'Total', [grouping(4, 5)]),
  ]
  const system = tableSystem(variables, [[0, 1, 2]])
  const counts = new Float64Array(system.cells)
  for (const line of lines)
    counts[system.cellOf([0, 3, 4].map((column, v) => variables[v].codes.indexOf(line[column]))) as number] = Number(
      line[6],
    )
  const value = added(system, counts)
  const isSmall = (x: number): boolean => x > 0 && x < 4
  return {
    value,
    equations: system.equations,
    lower: new Float64Array(system.cells),
    upper: new Float64Array(system.cells).fill(2 * Math.max(...value)),
    sensitive: [...value.keys()].filter((c) => isSmall(value[c])),
    needUp: value.map((x) => Number(isSmall(x))),
    needDown: value.map((x) => Number(isSmall(x))),
    cost: value.map((x) => Math.log(1 + x) || 1e-9),
    fixed: Uint8Array.from(value, (x) => Number(x === 0)),
  }
}
