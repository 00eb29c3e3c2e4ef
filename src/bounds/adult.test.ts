/** All seven figures on all thirteen lines of Table 13 of Wright and Smucker (2014), from the 8-way Adult table. */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rational } from '../exact/rational.ts'
import type { CountedTable } from '../model/counted-table.ts'
import { type DesignVariable, tabulate } from './design.ts'
import { reduceCounts } from './reduced.ts'
import { roundedTable } from './rounded.ts'
import { auditRounded } from './rounded-verdict.ts'
import { suggest } from './suggest.ts'
import { audit } from './verdict.ts'

const file = resolve(process.env.TACET_DATA ?? '../shared/data', 'adult/adult_8way_table.csv')
const present = existsSync(file)

function readCounted(path: string): CountedTable {
  const [header, ...lines] = readFileSync(path, 'utf8').trim().split('\n')
  const names = header.split(',').slice(0, -1)
  const fields = lines.map((line) => line.split(','))
  const variables = names.map((name, v) => ({ name, levels: [...new Set(fields.map((field) => field[v]))] }))
  const codes = variables.map(({ levels }, v) => Int32Array.from(fields, (field) => levels.indexOf(field[v])))
  return { variables, codes, counts: Float64Array.from(fields, (field) => Number(field[names.length])) }
}

/** "1c" is the variable X1 with the merge c. */
const MERGES: Record<string, readonly number[]> = { a: [0, 0, 0, 1, 1], b: [0, 0, 1, 1, 1], c: [0, 0, 1], d: [0, 1, 1] }
const side = (text: string): DesignVariable[] =>
  text.split(' ').map((word) => ({ variable: Number(word[0]) - 1, groups: MERGES[word[1]] }))

const TABLE_13 = [
  ['1 2 3 4 5 6 7', '8', 1440, 2, 302, 581, 0, 1185, 0],
  ['1 2 3 4 5 6', '7 8', 480, 6, 52, 36, 30, 1185, 17],
  ['2 3 4 5 6', '7 8', 160, 6, 1, 1, 13, 149, 3],
  ['1 3 4 5 6', '7 8', 120, 6, 1, 3, 4, 133, 1],
  ['1 2 4 5 6', '7 8', 96, 6, 2, 1, 20, 112, 8],
  ['1 2 3 5 6', '7 8', 240, 6, 11, 7, 38, 413, 22],
  ['1 2 3 4 6', '7 8', 240, 6, 11, 8, 17, 382, 12],
  ['1 2 3 4 5', '7 8', 240, 6, 14, 12, 18, 432, 10],
  ['1 2 3a 4 5 6', '7 8', 192, 6, 11, 6, 89, 327, 79],
  ['1 2 3b 4 5 6', '7 8', 192, 6, 7, 7, 5, 324, 1],
  ['1c 2 3a 4 5 6', '7 8', 128, 6, 2, 3, 92, 126, 100],
  ['1c 2 3b 4 5 6', '7 8', 128, 6, 1, 3, 44, 133, 25],
  ['1 2 3 4 5 6', '7d 8', 480, 4, 52, 39, 1, 695, 0],
] as const

describe.skipIf(!present)(`Adult, 48,842 records (skipped when ${file} is absent)`, () => {
  const adult = present ? readCounted(file) : undefined!

  test.each(TABLE_13)('rows %s, columns %s', (rows, columns, ...figures) => {
    const { counts, rows: height, columns: width } = tabulate(adult, { rows: side(rows), columns: side(columns) })
    const found = audit(reduceCounts(counts, height, width))
    expect(found.n).toBe(48842)
    expect([
      found.shape.rows,
      found.shape.columns,
      found.rows.zero,
      found.rows.unit,
      found.rows.disclosed,
      found.cells.zero,
      found.cells.smallDisclosed,
    ]).toEqual(figures)
  })
  test('from the second line, a search finds the last line of Table 13 or better', () => {
    const start = { rows: side('1 2 3 4 5 6'), columns: side('7 8') }
    const found = suggest(adult, start, { ordered: new Set([0, 2, 6]), moves: 0, wanted: 4 })
    const published = { rows: side('1 2 3 4 5 6'), columns: side('7d 8') }
    expect(found.complete).toBe(true)
    expect(found.start.counts.cells.smallDisclosed).toBe(17)
    expect(found.frontier.at(-1)).toEqual(found.safe[0])
    expect(found.safe.every((design) => design.counts.cells.smallDisclosed === 0)).toBe(true)
    const place = found.safe.findIndex(({ design }) => JSON.stringify(design) === JSON.stringify(published))
    expect(place).toBe(3) // the paper's design is there, after three that keep more
  })

  test.each([
    [3, 0, 0, 312],
    [5, 30, 167, 1185],
  ])('shares to %i decimals: %i rows disclosed', (decimals, rows, cells, zero) => {
    const {
      counts,
      rows: height,
      columns: width,
    } = tabulate(adult, { rows: side('1 2 3 4 5 6'), columns: side('7 8') })
    const scale = 10 ** decimals
    const shares = Array.from({ length: height }, (_, i) => {
      const row = Array.from(counts.subarray(i * width, (i + 1) * width))
      const total = row.reduce((sum, count) => sum + count, 0)
      return row.map((count) => rational(BigInt(Math.floor((count * scale) / Math.max(1, total) + 0.5)), BigInt(scale)))
    })
    // Five decimals disclose exactly what the exact fractions do (the second line of Table 13); three, no count at all.
    const found = auditRounded(roundedTable(shares, decimals, 48842))
    expect([found.exact, found.rows.disclosed, found.cells.disclosed, found.cells.zero]).toEqual([
      true,
      rows,
      cells,
      zero,
    ])
  })

  test('moving a variable to the rows keeps all detail and discloses nothing small', () => {
    const found = suggest(adult, { rows: side('1 2 3 4 5 6'), columns: side('7 8') }, { wanted: 1, limit: 300 })
    expect(found.safe[0]).toMatchObject({ kept: 1, counts: { cells: { smallDisclosed: 0 } } })
    expect(found.safe.some(({ moved }) => moved.join() === '6')).toBe(true)
    expect(found.complete).toBe(false)
  })
})
