/** The business tables of the public data sets, as cells and equations. */
import { readFileSync } from 'node:fs'
import { type TableSystem, type TableVariable, tableSystem, tableVariable } from '../../src/model/index.ts'
import { dataFile } from './needs.ts'

const lines = (name: string): string[][] =>
  readFileSync(dataFile(`protect/${name}.csv`), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').map((text) => text.replaceAll('"', '').trim()))

/** From columns of codes, the widest first; a code that stands in two columns is one code. */
function tree(name: string): Map<string, string> {
  const parents = new Map<string, string>()
  for (const codes of lines(name))
    codes.forEach((code, level) => {
      const parent = level === 0 ? 'Total' : codes[level - 1]
      if (parent !== code) parents.set(code, parent)
    })
  return parents
}

const flat = (codes: readonly string[]): Map<string, string> => new Map(codes.map((code) => [code, 'Total']))

export interface BusinessTables {
  readonly system: TableSystem
  /** Turnover in units of the last decimal, businesses, and the largest contribution. */
  readonly value: Float64Array
  readonly businesses: Float64Array
  readonly largest: Float64Array
  readonly has: Uint8Array
}

const UNIT = 10_000

/** One table, or several that share margins: act_size, act_cj, nuts_size, nuts_cj. */
export function businessTables(names: readonly string[]): BusinessTables {
  const all: Record<string, TableVariable> = {
    act: tableVariable('activity', 'Total', [tree('activity_corr_table')]),
    nuts: tableVariable('nuts', 'Total', [tree('nuts23_fr_corr_table')]),
    size: tableVariable('size', 'Total', [flat(['tr1', 'tr2', 'tr3'])]),
    cj: tableVariable('cj', 'Total', [flat(['LL', 'PA', 'SP'])]),
  }
  const used = [...new Set(names.flatMap((name) => name.split('_')))]
  const variables = used.map((name) => all[name])
  const system = tableSystem(
    variables,
    names.map((name) => name.split('_').map((one) => used.indexOf(one))),
  )
  const [value, businesses, largest] = [0, 1, 2].map(() => new Float64Array(system.cells))
  const has = new Uint8Array(system.cells)
  for (const name of names)
    for (const [a, b, count, total, most] of lines(`turnover_${name}`)) {
      const codes = new Int32Array(used.length)
      name.split('_').forEach((one, i) => {
        codes[used.indexOf(one)] = all[one].codes.indexOf([a, b][i])
      })
      const cell = system.cellOf(codes)
      if (cell === undefined) throw new Error(`no cell for ${a}, ${b}`)
      value[cell] = Math.round(Number(total) * UNIT)
      businesses[cell] = Number(count)
      largest[cell] = Math.round(Number(most) * UNIT)
      has[cell] = 1
    }
  return { system, value, businesses, largest, has }
}
