import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type TableSystem, tableSystem, tableVariable } from '../../model/index.ts'
import { intervals, readerView } from '../../optimize/index.ts'
import { provesExactly } from './deviation.ts'
import type { SuppressionProblem } from './problem.ts'
import { suppress } from './suppress.ts'

const flat = (name: string, n: number) =>
  tableVariable(name, 'all', [new Map(Array.from({ length: n }, (_, i) => [`${name}${i}`, 'all']))])
const SYSTEM = tableSystem([flat('r', 3), flat('c', 3)], [[0, 1]])

/** Values of a two-way table from its inner cells. */
function filled({ cells, codes }: TableSystem, inner: readonly number[]): Float64Array {
  const value = new Float64Array(cells)
  for (let cell = 0; cell < cells; cell++)
    for (let r = 1; r <= 3; r++)
      for (let c = 1; c <= 3; c++)
        if ([0, r].includes(codes[2 * cell]) && [0, c].includes(codes[2 * cell + 1]))
          value[cell] += inner[3 * (r - 1) + c - 1]
  return value
}

function problemOf(value: Float64Array): SuppressionProblem {
  const isSmall = (x: number): boolean => x > 0 && x < 4
  return {
    value,
    equations: SYSTEM.equations,
    lower: new Float64Array(value.length),
    upper: new Float64Array(value.length).fill(2 * Math.max(...value)),
    sensitive: [...value.keys()].filter((cell) => isSmall(value[cell])),
    needUp: value.map((x) => (isSmall(x) ? 4 - x : 0)),
    needDown: value.map((x) => (isSmall(x) ? 1 : 0)),
    cost: value.map((x) => Math.max(1, x)),
    fixed: Uint8Array.from(value, (x) => (x === 0 ? 1 : 0)),
  }
}

/** What somebody who knows these cells can say of the others, by programs of the audit. */
async function isSafeAgainst(
  problem: SuppressionProblem,
  withheld: Uint8Array,
  known: readonly number[],
): Promise<boolean> {
  const { value, sensitive, needUp, needDown } = problem
  const { system, cells } = readerView({
    ...problem,
    withheld: withheld.map((one, cell) => (known.includes(cell) ? 0 : one)),
  })
  const found = await intervals(system)
  if ('clash' in found) throw new Error('the true table fits')
  return sensitive
    .filter((cell) => !known.includes(cell))
    .every((cell) => {
      const at = cells.indexOf(cell)
      return (
        found.upper[at] >= value[cell] + needUp[cell] - 1e-6 && found.lower[at] <= value[cell] - needDown[cell] + 1e-6
      )
    })
}

test('no contributor who is alone in a cell, and no two of them, come nearer than the needs', async () => {
  const numbers = fc.array(fc.constantFrom(0, 1, 2, 5, 9, 14), { minLength: 9, maxLength: 9 })
  let [met, looked, harder] = [0, 0, 0]
  await fc.assert(
    fc.asyncProperty(numbers, async (inner) => {
      const problem = problemOf(filled(SYSTEM, inner))
      if (problem.sensitive.length === 0) return
      const alone = problem.sensitive.filter((cell) => problem.value[cell] === 1).map((cell) => [cell])
      for (const coalition of [1, 2]) {
        const limits = { shouldStop: () => false, exactUpTo: 0, seconds: 30, readers: { cells: alone, coalition } }
        const found = await suppress(problem, limits)
        if (found.impossible.length > 0) continue
        met++
        expect(found.unproved).toEqual([])
        expect(found.readerProofs.every(({ need, proof }) => provesExactly(proof, need))).toBe(true)
        const groups = [
          ...alone,
          ...(coalition === 2 ? alone.flatMap((a, i) => alone.slice(i + 1).map((b) => [...a, ...b])) : []),
        ]
        for (const known of [[], ...groups]) {
          looked++
          expect(await isSafeAgainst(problem, found.withheld, known)).toBe(true)
        }
        const outside = await suppress(problem, { ...limits, readers: { cells: alone, coalition: 0 } })
        const open = (
          await Promise.all(alone.map((known) => isSafeAgainst(problem, outside.withheld, known)))
        ).includes(false)
        if (coalition === 1) expect(outside.openToOne.length > 0).toBe(open)
        if (open) harder++
      }
    }),
    { numRuns: 8 },
  )
  // Else the test could not fail.
  expect(Math.min(met, looked, harder)).toBeGreaterThan(0)
})

test('a sum of withheld parts that breaks the rules is protected like a cell', async () => {
  const value = filled(SYSTEM, [2, 3, 40, 50, 60, 70, 80, 90, 10])
  const problem = {
    ...problemOf(value),
    sensitive: [...value.keys()].filter((cell) => value[cell] === 2 || value[cell] === 3),
  }
  const limits = { shouldStop: () => false, exactUpTo: 100, seconds: 30, readers: { cells: [], coalition: 0 } }
  const plain = await suppress(problem, limits)
  const sumOf = (parts: readonly number[]): number => parts.reduce((sum, cell) => sum + value[cell], 0)
  const unionNeed = (parts: readonly number[]) => (sumOf(parts) < 20 ? { up: 15, down: 5 } : undefined)
  const found = await suppress(problem, { ...limits, unionNeed })
  const knownSums = (withheld: Uint8Array): number[] => {
    const { starts, members } = SYSTEM.equations
    return [...starts.subarray(1)].flatMap((end, e) => {
      const [total, ...parts] = members.subarray(starts[e], end)
      const hidden = parts.filter((cell) => withheld[cell] === 1)
      return withheld[total] === 1 || hidden.length < 2 ? [] : [sumOf(hidden)]
    })
  }
  expect(knownSums(plain.withheld).some((sum) => sum < 20)).toBe(true)
  expect(found.unions.length).toBeGreaterThan(0)
  expect(knownSums(found.withheld).every((sum) => sum >= 20)).toBe(true)
})
