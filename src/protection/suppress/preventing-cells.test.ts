import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tableSystem, tableVariable } from '../../model/index.ts'
import { preventingCells } from './preventing-cells.ts'
import type { SuppressionProblem } from './problem.ts'
import { suppress } from './suppress.ts'

const flat = (name: string, n: number) =>
  tableVariable(name, 'all', [new Map(Array.from({ length: n }, (_, i) => [`${name}${i}`, 'all']))])
const SYSTEM = tableSystem([flat('r', 2), flat('c', 3)], [[0, 1]])
const LIMITS = { shouldStop: () => false, exactUpTo: 0, seconds: 10, readers: { cells: [], coalition: 0 } }

function problemOf(inner: readonly number[], kept: readonly number[]): SuppressionProblem {
  const { cells, codes, equations } = SYSTEM
  const value = Float64Array.from({ length: cells }, (_, cell) =>
    inner.reduce((sum, x, i) => {
      const [r, c] = [1 + Math.floor(i / 3), 1 + (i % 3)]
      return [0, r].includes(codes[2 * cell]) && [0, c].includes(codes[2 * cell + 1]) ? sum + x : sum
    }, 0),
  )
  const sensitive = [SYSTEM.cellOf([1, 1]) as number]
  const need = value.map((_, cell) => Number(sensitive.includes(cell)))
  return {
    value,
    equations,
    lower: new Float64Array(cells),
    upper: new Float64Array(cells).fill(100),
    sensitive,
    needUp: need,
    needDown: need,
    cost: new Float64Array(cells).fill(1),
    fixed: value.map((x, cell) => Number(!sensitive.includes(cell) && (x === 0 || kept.includes(cell)))) as never,
  }
}

test('cells that prevent a need do so without the others, and none of them can be left out', async () => {
  const table = fc.array(fc.constantFrom(0, 1, 4, 9), { minLength: 6, maxLength: 6 })
  const kept = fc.uniqueArray(fc.nat(SYSTEM.cells - 1), { maxLength: 9 })
  let found = 0
  await fc.assert(
    fc.asyncProperty(table, kept, async (inner, keep) => {
      const problem = problemOf([1 + inner[0], ...inner.slice(1)], keep)
      const { impossible } = await suppress(problem, LIMITS)
      for (const need of impossible) {
        found++
        const cells = await preventingCells(problem, need)
        expect(cells.every((cell) => problem.fixed[cell] === 1)).toBe(true)
        const isPrevented = async (by: readonly number[]): Promise<boolean> => {
          const fixed = problem.fixed.map((_, cell) => Number(by.includes(cell)))
          const one =
            need.direction === 1 ? { needDown: problem.needDown.map(() => 0) } : { needUp: problem.needUp.map(() => 0) }
          return (await suppress({ ...problem, ...one, fixed }, LIMITS)).impossible.length > 0
        }
        expect(await isPrevented(cells)).toBe(true)
        for (const cell of cells) expect(await isPrevented(cells.filter((one) => one !== cell))).toBe(false)
      }
    }),
    { numRuns: 60 },
  )
  expect(found).toBeGreaterThan(5)
})
