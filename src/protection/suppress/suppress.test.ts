import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type TableSystem, tableSystem, tableVariable } from '../../model/index.ts'
import { intervals, readerView } from '../../optimize/index.ts'
import type { SuppressionProblem } from './problem.ts'
import { suppress } from './suppress.ts'

const flat = (name: string, n: number) =>
  tableVariable(name, 'all', [new Map(Array.from({ length: n }, (_, i) => [`${name}${i}`, 'all']))])
/** Four codes in two groupings that do not nest: 01 | 23 and 02 | 13. */
const crossing = tableVariable('g', 'all', [
  new Map([['a', 'all'], ['b', 'all'], ['0', 'a'], ['1', 'a'], ['2', 'b'], ['3', 'b']]),
  new Map([['c', 'all'], ['d', 'all'], ['0', 'c'], ['2', 'c'], ['1', 'd'], ['3', 'd']]),
]) // biome-ignore format: pairs

const SYSTEMS: readonly TableSystem[] = [
  tableSystem([flat('r', 2), flat('c', 2)], [[0, 1]]),
  tableSystem([flat('r', 3), flat('c', 2)], [[0, 1]]),
  tableSystem([crossing], [[0]]),
  tableSystem([flat('r', 2), flat('c', 2), flat('d', 2)], [[0, 1], [0, 2]]), // biome-ignore format: tables
]

/** Values of the cells that are no total of anything, added up. */
function filled(
  { cells, equations: { starts, members } }: TableSystem,
  inner: readonly number[],
): Float64Array | undefined {
  const value = new Float64Array(cells).fill(Number.NaN)
  const isTotal = new Set([...starts.subarray(0, -1)].map((start) => members[start]))
  let next = 0
  for (let c = 0; c < cells; c++) if (!isTotal.has(c)) value[c] = inner[next++ % inner.length]
  for (let round = 0; round < 4; round++)
    for (let e = 0; e + 1 < starts.length; e++) {
      const sum = members.subarray(starts[e] + 1, starts[e + 1]).reduce((all, c) => all + value[c], 0)
      const total = members[starts[e]]
      if (Number.isNaN(value[total])) value[total] = sum
      else if (!Number.isNaN(sum) && sum !== value[total]) return undefined // linked tables that disagree
    }
  return value
}

function problemOf(system: TableSystem, value: Float64Array, cost: readonly number[]): SuppressionProblem {
  const n = system.cells
  const sensitive = [...value.keys()].filter((c) => value[c] > 0 && value[c] < 3)
  const need = (by: (x: number) => number) => Float64Array.from(value, (x) => (x > 0 && x < 3 ? by(x) : 0))
  return {
    value,
    equations: system.equations,
    lower: new Float64Array(n),
    upper: value.map((x) => Math.max(6, 2 * x)),
    sensitive,
    needUp: need((x) => 3 - x),
    needDown: need((x) => Math.min(1, x)),
    cost: Float64Array.from(value, (_, c) => cost[c % cost.length]),
    fixed: Uint8Array.from(value, (x) => (x === 0 ? 1 : 0)),
  }
}

/** What a reader of a pattern can say of a cell, by programs of the audit, which share no code with the search. */
async function isSafe(problem: SuppressionProblem, withheld: Uint8Array): Promise<boolean> {
  const { value, sensitive, needUp, needDown } = problem
  const { system, cells } = readerView({ ...problem, withheld })
  const found = await intervals(system)
  if ('clash' in found) throw new Error('the true table fits')
  return sensitive.every((cell) => {
    const at = cells.indexOf(cell)
    return (
      found.upper[at] >= value[cell] + needUp[cell] - 1e-6 && found.lower[at] <= value[cell] - needDown[cell] + 1e-6
    )
  })
}

/** The cheapest safe choice of all. */
async function cheapest(problem: SuppressionProblem): Promise<number> {
  const free = [...problem.value.keys()].filter((c) => problem.fixed[c] === 0 && !problem.sensitive.includes(c))
  const choices = Array.from({ length: 2 ** free.length }, (_, choice) => {
    const chosen = free.filter((_, i) => (choice >> i) & 1)
    return { chosen, cost: chosen.reduce((sum, c) => sum + problem.cost[c], 0) }
  }).sort((a, b) => a.cost - b.cost)
  for (const { chosen, cost } of choices) {
    const withheld = new Uint8Array(problem.value.length)
    for (const c of [...problem.sensitive, ...chosen]) withheld[c] = 1
    if (await isSafe(problem, withheld)) return cost
  }
  return Number.POSITIVE_INFINITY
}

const LIMITS = { shouldStop: () => false, exactUpTo: 1000, seconds: 60, readers: { cells: [], coalition: 0 } }

test('patterns cost the least there is, are safe, and their proofs are exact; where none is, that is said', async () => {
  const inner = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 6, maxLength: 6 })
  const costs = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 12, maxLength: 12 })
  let [met, impossible] = [0, 0]
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...SYSTEMS), inner, costs, async (system, numbers, cost) => {
      const value = filled(system, numbers)
      if (value === undefined) return
      const problem = problemOf(system, value, cost)
      const found = await suppress(problem, LIMITS)
      const least = await cheapest(problem)
      if (found.impossible.length > 0) {
        impossible++
        expect(least).toBe(Number.POSITIVE_INFINITY)
        return
      }
      met++
      expect(found.cost).toBe(least)
      expect(found.optimal).toBe(true)
      expect(await isSafe(problem, found.withheld)).toBe(true)
      expect(found.pattern.proofs.every((proof) => proof?.exact)).toBe(true)
    }),
    { numRuns: 8 },
  )
  expect(met + impossible).toBeGreaterThan(2)
})

test('two tables that are safe alone are protected together: exactly one further cell', async () => {
  // Counts by place in two groupings: K follows as small - county-1 - N.
  const county = new Map([['A', 'c1'], ['B', 'c1'], ['I', 'c1'], ['J', 'c1'], ['K', 'c2'], ['L', 'c2'], ['M', 'c2'], ['N', 'c2'], ['c1', 'all'], ['c2', 'all']]) // biome-ignore format: pairs
  const size = new Map([...'ABIJKN'].map((code): [string, string] => [code, 'small']).concat([['L', 'big'], ['M', 'big'], ['small', 'all'], ['big', 'all']])) // biome-ignore format: pairs
  const variable = tableVariable('place', 'all', [county, size])
  const system = tableSystem([variable], [[0]])
  const counts: Record<string, number> = {
    A: 2,
    B: 2,
    I: 8,
    J: 8,
    K: 3,
    L: 3,
    M: 3,
    N: 7,
    c1: 20,
    c2: 16,
    small: 30,
    big: 6,
    all: 36,
  }
  const value = Float64Array.from(variable.codes, (code) => counts[code])
  const n = value.length
  const sensitive = [...value.keys()].filter((c) => value[c] <= 3)
  const problem: SuppressionProblem = {
    value,
    equations: system.equations,
    lower: new Float64Array(n),
    upper: new Float64Array(n).fill(36),
    sensitive,
    needUp: value.map((x) => (x <= 3 ? 1 : 0)),
    needDown: value.map((x) => (x <= 3 ? 1 : 0)),
    cost: new Float64Array(n).fill(1),
    fixed: Uint8Array.from(variable.codes, (code) => (code === 'all' ? 1 : 0)),
  }
  const found = await suppress({ ...problem, cost: value }, LIMITS)
  expect(found.pattern.secondary().map((c) => variable.codes[c])).toEqual(['N'])
})

test('a search that is stopped has a bound from the cuts that it made until then', async () => {
  const system = SYSTEMS[1]
  const value = filled(system, [1, 5, 6, 4, 2, 6])
  if (value === undefined) throw new Error('one table adds up')
  const problem = problemOf(system, value, [3])
  const whole = await suppress(problem, LIMITS)
  let least = Number.POSITIVE_INFINITY
  for (let steps = 0; steps < 40; steps++) {
    let asked = 0
    const stopped = await suppress(problem, { ...LIMITS, shouldStop: () => ++asked > steps })
    expect(stopped.bound).toBeLessThanOrEqual(whole.cost + 1e-9)
    if (!stopped.optimal && stopped.bound > 0) least = Math.min(least, steps)
  }
  // Steps of the clean-up come first, and a round of cuts has a step for each need.
  expect(least).toBeLessThanOrEqual(whole.pattern.needs.length)
})
