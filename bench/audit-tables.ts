/** The two-way tables of Table 10 of Wright and Smucker (2014) that public data give, and a synthetic one. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type ConditionalTable, type CountedTable, reduceCounts, tabulate } from 'tacet/bounds'

export interface NamedTable {
  readonly name: string
  readonly table: ConditionalTable
}

const DATA = process.env.TACET_DATA ?? '../shared/data'

/** name, rows, whether rows with a zero cell are removed; the column is the last variable. */
const ADULT: readonly (readonly [string, readonly number[], boolean])[] = [
  ['B', [4, 6, 7], false],
  ['C', [3, 5, 6, 7], false],
  ['D', [3, 4, 6, 7], false],
  ['F', [1, 3, 6], false],
  ['H', [1, 3, 4, 5, 6, 7], true],
  ['I', [1, 2, 3, 4, 5, 6, 7], true],
  ['M', [1, 3, 4, 5, 6, 7], false],
  ['N', [1, 2, 3, 4, 5, 6, 7], false],
]

export function readCounted(path: string): CountedTable {
  const [header, ...lines] = readFileSync(resolve(DATA, path), 'utf8').trim().split('\n')
  const names = header.split(',').slice(0, -1)
  const fields = lines.map((line) => line.split(','))
  const variables = names.map((name, v) => ({ name, levels: [...new Set(fields.map((field) => field[v]))] }))
  const codes = variables.map(({ levels }, v) => Int32Array.from(fields, (field) => levels.indexOf(field[v])))
  return { variables, codes, counts: Float64Array.from(fields, (field) => Number(field[names.length])) }
}

export function publishedTables(): NamedTable[] {
  const adult = readCounted('adult/adult_8way_table.csv')
  const czech = readCounted('czech_autoworkers/czech_autoworkers.csv')
  const tables = ADULT.map(([name, rows, dropped]) => ({ name, table: twoWay(adult, rows, 8, dropped) }))
  return [...tables, { name: 'L', table: twoWay(czech, [1, 2, 3, 4, 5], 6, false) }].sort((a, b) =>
    a.name < b.name ? -1 : 1,
  )
}

function twoWay(table: CountedTable, rows: readonly number[], column: number, dropped: boolean): ConditionalTable {
  const design = { rows: rows.map((k) => ({ variable: k - 1 })), columns: [{ variable: column - 1 }] }
  const whole = tabulate(table, design)
  if (!dropped) return reduceCounts(whole.counts, whole.rows, whole.columns)
  const kept: number[] = []
  for (let i = 0; i < whole.rows; i++) {
    const row = whole.counts.subarray(i * whole.columns, (i + 1) * whole.columns)
    if (row.every((count) => count > 0)) kept.push(...row)
  }
  return reduceCounts(kept, kept.length / whole.columns, whole.columns)
}

/** 50 regions x 16 levels of education by sex, 200,000 people, uneven regions; the same at every run. */
export function syntheticTable(): NamedTable {
  let state = 20140617
  const uniform = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  const weights = Array.from(
    { length: 800 },
    (_, i) => (1 + (i % 16)) * (1 + Math.floor(i / 16) / 8) * (0.5 + uniform()),
  )
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const counts = new Float64Array(1600)
  let left = 200_000
  weights.forEach((weight, i) => {
    const people = i === 799 ? left : Math.round((200_000 * weight) / total)
    left -= people
    counts[2 * i] = Math.round(people * (0.4 + 0.2 * uniform()))
    counts[2 * i + 1] = people - counts[2 * i]
  })
  return { name: 'sex | region x education', table: reduceCounts(counts, 800, 2) }
}
