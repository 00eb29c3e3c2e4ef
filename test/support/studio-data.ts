/** The 8-way Adult table where it is at hand; a table of the same shape, made here, where it is not. */
import { existsSync, readFileSync } from 'node:fs'
import { audit, type CountedTable, type DesignVariable, reduceCounts, tabulate } from '../../src/bounds/index.ts'
import { dataFile } from './needs.ts'

const NAMES = ['X1_age', 'X2_employment', 'X3_education', 'X4_marital', 'X5_race', 'X6_sex', 'X7_hours', 'X8_salary']
const SIZES = [3, 4, 5, 2, 2, 2, 3, 2]

/** The first three lines of Table 13 of Wright and Smucker (2014): rows, columns, zero, unit and disclosed rows, zero cells, small disclosed. */
export const TABLE_13: readonly (readonly number[])[] = [
  [1440, 2, 302, 581, 0, 1185, 0],
  [480, 6, 52, 36, 30, 1185, 17],
  [160, 6, 1, 1, 13, 149, 3],
]

export const isAdult: boolean = existsSync(dataFile('adult/adult_8way_table.csv'))

export function adultCsv(): string {
  if (isAdult) return readFileSync(dataFile('adult/adult_8way_table.csv'), 'utf8')
  const lines = [`${NAMES.join()},count`]
  const cells = SIZES.reduce((product, size) => product * size, 1)
  let state = 12345
  for (let cell = 0; cell < cells; cell++) {
    let rest = cell
    const levels = SIZES.map((size) => {
      const level = rest % size
      rest = Math.floor(rest / size)
      return `level ${level}`
    })
    state = (Math.imul(state, 1103515245) + 12345) >>> 0 // any scatter will do
    const count = state % 7 === 0 ? (state >>> 8) % 400 : (state >>> 12) % 9
    lines.push(`${levels.join()},${count}`)
  }
  return `${lines.join('\n')}\n`
}

/** The figures that the page must show for a design, computed here. */
export function figuresFor(csv: string, rows: readonly string[], columns: readonly string[]): readonly number[] {
  const table = readCounted(csv)
  const used = (name: string): DesignVariable => ({ variable: table.variables.findIndex((one) => one.name === name) })
  const two = tabulate(table, { rows: rows.map(used), columns: columns.map(used) })
  const found = audit(reduceCounts(two.counts, two.rows, two.columns))
  const { shape, rows: r, cells } = found
  return [shape.rows, shape.columns, r.zero, r.unit, r.disclosed, cells.zero, cells.smallDisclosed]
}

function readCounted(text: string): CountedTable {
  const [header, ...lines] = text.trim().split('\n')
  const names = header.split(',').slice(0, -1)
  const fields = lines.map((line) => line.split(','))
  const variables = names.map((name, v) => ({ name, levels: [...new Set(fields.map((field) => field[v]))] }))
  const codes = variables.map(({ levels }, v) => Int32Array.from(fields, (field) => levels.indexOf(field[v])))
  return { variables, codes, counts: Float64Array.from(fields, (field) => Number(field[names.length])) }
}
