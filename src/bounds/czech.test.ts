/** Margins of the Czech autoworkers table, 2^6, 1,841 men: closed form and integer programs. */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Release } from './linear-system.ts'
import { linkedBounds } from './linked.ts'
import { placesOf, sideSize } from './space.ts'

const file = resolve(process.env.TACET_DATA ?? '../shared/data', 'czech_autoworkers/czech_autoworkers.csv')
const present = existsSync(file)
const SPACE = [2, 2, 2, 2, 2, 2]
const all = SPACE.map((_, variable) => ({ variable }))
const bitsOf = (cell: number) => SPACE.map((_, v) => (cell >> (5 - v)) & 1)
const targets = Array.from({ length: 64 }, (_, cell) => ({ variables: all, levels: bitsOf(cell) }))

function readCounts(): Float64Array {
  const [, ...lines] = readFileSync(file, 'utf8').trim().split('\n')
  const fields = lines.map((line) => line.split(','))
  const levels = SPACE.map((_, v) => [...new Set(fields.map((field) => field[v]))])
  const counts = new Float64Array(64)
  for (const field of fields)
    counts[levels.reduce((place, names, v) => 2 * place + names.indexOf(field[v]), 0)] = +field[6]
  return counts
}

function marginOf(counts: Float64Array, variables: readonly number[]): Release {
  const side = variables.map((variable) => ({ variable }))
  const sums = new Float64Array(sideSize(SPACE, side))
  placesOf(SPACE, side).forEach((place, cell) => {
    sums[place] += counts[cell]
  })
  return { kind: 'margin', variables: side, counts: sums }
}

describe.skipIf(!present)(`Czech autoworkers (skipped when ${file} is absent)`, () => {
  const counts = present ? readCounts() : new Float64Array(64)

  test('the decomposable margins [BF], [ABCE], [ADE] of Dobra and Fienberg (2000), by the closed form', async () => {
    const releases = [
      [1, 5],
      [0, 1, 2, 4],
      [0, 3, 4],
    ].map((variables) => marginOf(counts, variables))
    const found = await linkedBounds(SPACE, releases, targets)
    expect(found.every((bound) => bound.method === 'closed form')).toBe(true)
    expect([found[0].lower, found[0].upper]).toEqual([0, 88])
    expect(found.every((bound, cell) => bound.lower <= counts[cell] && counts[cell] <= bound.upper)).toBe(true)
  })

  test('all six 5-way margins leave each cell two values, all proved', async () => {
    const releases = SPACE.map((_, left) =>
      marginOf(
        counts,
        SPACE.map((_, v) => v).filter((v) => v !== left),
      ),
    )
    const found = await linkedBounds(SPACE, releases, targets)
    expect(found.every((bound) => bound.lowerExact && bound.upperExact && bound.upper === bound.lower + 1)).toBe(true)
    expect(found.every((bound, cell) => bound.lower <= counts[cell] && counts[cell] <= bound.upper)).toBe(true)
  })
})
