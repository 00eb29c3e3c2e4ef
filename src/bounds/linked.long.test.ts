import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Solver } from '../optimize/index.ts'
import { knownCount } from './known-count.ts'
import { linearSystem, type Release } from './linear-system.ts'
import { linkedBounds } from './linked.ts'
import { decomposableBounds, decompose, runningIntersection } from './margins.ts'
import { reduceCounts } from './reduced.ts'
import type { RoundingRule } from './rounding-rule.ts'
import { shuttle } from './shuttle.ts'
import { placesOf, type Space, sideSize } from './space.ts'

const plain = (...variables: number[]) => variables.map((variable) => ({ variable }))

function marginOf(space: Space, counts: readonly number[], side: Parameters<typeof placesOf>[1]): Float64Array {
  const sums = new Float64Array(sideSize(space, side))
  placesOf(space, side).forEach((place, cell) => {
    sums[place] += counts[cell]
  })
  return sums
}

const margin = (space: Space, counts: readonly number[], side: Parameters<typeof placesOf>[1]): Release => ({
  kind: 'margin',
  variables: side,
  counts: marginOf(space, counts, side),
})

function conditional(space: Space, counts: readonly number[], rows: number[], columns: number[]): Release {
  const width = sideSize(space, plain(...columns))
  const joint = marginOf(space, counts, plain(...rows, ...columns))
  const { reduced } = reduceCounts(joint, joint.length / width, width)
  return { kind: 'conditional', rows: plain(...rows), columns: plain(...columns), reduced }
}

function rounded(
  space: Space,
  counts: readonly number[],
  rows: number[],
  columns: number[],
  rounding: RoundingRule,
): Release {
  const width = sideSize(space, plain(...columns))
  const joint = marginOf(space, counts, plain(...rows, ...columns))
  const scaled = joint.map((count, k) => {
    const start = k - (k % width)
    const total = joint.subarray(start, start + width).reduce((sum, c) => sum + c, 0)
    const up = Math.floor((20 * count + total) / Math.max(1, 2 * total))
    const tie = 20 * count + total === 2 * total * up
    return rounding === 'half-even' && tie && up % 2 === 1 ? up - 1 : up
  })
  return { kind: 'rounded', rows: plain(...rows), columns: plain(...columns), scaled, decimals: 1, rounding }
}

function* tablesOf(total: number, cells: number): Generator<number[]> {
  if (cells === 1) {
    yield [total]
    return
  }
  for (let x = 0; x <= total; x++) for (const rest of tablesOf(total - x, cells - 1)) yield [x, ...rest]
}

/** Whether a table would be published with the same figures: no equations, only tabulation. */
function agrees(space: Space, release: Release, counts: readonly number[]): boolean {
  if (release.kind === 'known') {
    const value = marginOf(space, counts, release.variables)[release.cell]
    return value >= (release.lower ?? 0) && value <= (release.upper ?? Infinity)
  }
  if (release.kind === 'margin') return marginOf(space, counts, release.variables).join() === release.counts.join()
  const rows = release.rows.map((used) => used.variable)
  const columns = release.columns.map((used) => used.variable)
  if (release.kind === 'conditional') {
    const same = conditional(space, counts, rows, columns)
    return same.kind === 'conditional' && Array.from(same.reduced).join() === Array.from(release.reduced).join()
  }
  const width = sideSize(space, release.columns)
  const joint = marginOf(space, counts, plain(...rows, ...columns))
  return joint.every((count, k) => {
    const start = k - (k % width)
    const total = joint.subarray(start, start + width).reduce((sum, c) => sum + c, 0)
    const shown = Array.from({ length: width }, (_, j) => release.scaled[start + j])
    if (total === 0) return shown.every((share) => share === 0)
    const off = 20 * count - 2 * release.scaled[k] * total
    if (Math.abs(off) !== total || release.rounding === 'unknown') return Math.abs(off) <= total
    return release.rounding === 'half-up' ? off < 0 : release.scaled[k] % 2 === 0
  })
}

const SPACE: Space = [2, 2, 2]
const releaseMakers: ((counts: readonly number[]) => Release)[] = [
  (counts) => margin(SPACE, counts, plain(0, 1)),
  (counts) => margin(SPACE, counts, plain(1, 2)),
  (counts) => margin(SPACE, counts, plain(0, 2)),
  (counts) => margin(SPACE, counts, plain(2)),
  (counts) => conditional(SPACE, counts, [0, 1], [2]),
  (counts) => conditional(SPACE, counts, [0], [1, 2]),
  (counts) => conditional(SPACE, counts, [2], [0]),
  (counts) => rounded(SPACE, counts, [1], [2], 'unknown'),
  (counts) => rounded(SPACE, counts, [0, 2], [1], 'unknown'),
  (counts) => rounded(SPACE, counts, [0, 2], [1], 'half-up'),
  (counts) => rounded(SPACE, counts, [0, 1], [2], 'half-even'),
  (counts) => ({ kind: 'known', variables: plain(0, 1, 2), cell: 3, upper: counts[3] + 1 }),
]

test('bounds from several releases together, as by listing every table', async () => {
  const solver = new Solver()
  const cases = fc.tuple(
    fc.array(fc.oneof(fc.nat(1), fc.nat(3)), { minLength: 8, maxLength: 8 }),
    fc.uniqueArray(fc.nat(releaseMakers.length - 1), { minLength: 1, maxLength: 4 }),
  )
  const targets = [
    ...Array.from({ length: 8 }, (_, c) => ({ variables: plain(0, 1, 2), levels: [c >> 2, (c >> 1) & 1, c & 1] })),
    { variables: plain(1), levels: [1] },
  ]
  await fc.assert(
    fc.asyncProperty(cases, async ([counts, chosen]) => {
      const total = counts.reduce((sum, count) => sum + count, 0)
      fc.pre(total <= 9)
      const releases = chosen.map((k) => releaseMakers[k](counts))
      const table = total % 2 === 0 ? counts : undefined
      const found = await linkedBounds(SPACE, releases, targets, { total, solver, table })
      const lower = new Array<number>(9).fill(Infinity)
      const upper = new Array<number>(9).fill(-Infinity)
      for (const other of tablesOf(total, 8)) {
        if (!releases.every((release) => agrees(SPACE, release, other))) continue
        const values = [...other, marginOf(SPACE, other, plain(1))[1]]
        values.forEach((value, k) => {
          lower[k] = Math.min(lower[k], value)
          upper[k] = Math.max(upper[k], value)
        })
      }
      expect(found.map((bound) => [bound.lower, bound.upper])).toEqual(lower.map((low, k) => [low, upper[k]]))
      expect(found.every((bound) => bound.lowerExact && bound.upperExact)).toBe(true)
    }),
    { numRuns: 250 },
  )
})

test('what is known of any sum of cells narrows the bounds as listing every table does, and the truth stays within', async () => {
  const solver = new Solver()
  const variables = SPACE.map((size, v) => ({
    name: `v${v}`,
    levels: Array.from({ length: size }, (_, k) => `${v}${k}`),
  }))
  const targets = Array.from({ length: 8 }, (_, c) => ({
    variables: plain(0, 1, 2),
    levels: [c >> 2, (c >> 1) & 1, c & 1],
  }))
  const fact = fc.record({
    levels: fc.array(fc.option(fc.nat(1), { nil: undefined }), { minLength: 3, maxLength: 3 }),
    below: fc.option(fc.nat(2), { nil: undefined }),
    above: fc.option(fc.nat(2), { nil: undefined }),
  })
  const cases = fc.tuple(
    fc.array(fc.oneof(fc.nat(1), fc.nat(3)), { minLength: 8, maxLength: 8 }),
    fc.uniqueArray(fc.nat(releaseMakers.length - 2), { minLength: 1, maxLength: 3 }),
    fc.array(fact, { minLength: 1, maxLength: 3 }),
  )
  /** How many people have these levels, cell by cell. */
  const countOf = (counts: readonly number[], levels: readonly (number | undefined)[]): number =>
    counts.reduce(
      (sum, count, c) =>
        [c >> 2, (c >> 1) & 1, c & 1].every((level, v) => levels[v] === undefined || levels[v] === level)
          ? sum + count
          : sum,
      0,
    )
  await fc.assert(
    fc.asyncProperty(cases, async ([counts, chosen, asked]) => {
      const total = counts.reduce((sum, count) => sum + count, 0)
      fc.pre(total <= 8)
      const releases = chosen.map((k) => releaseMakers[k](counts))
      const facts = asked.map(({ levels, below, above }) => {
        const truth = countOf(counts, levels)
        return {
          levels,
          lower: below === undefined ? undefined : truth - below,
          upper: above === undefined ? undefined : truth + above,
        }
      })
      const known = facts.map(({ levels, lower, upper }) =>
        knownCount(variables, {
          levels: levels.map((level, v) => (level === undefined ? undefined : `${v}${level}`)),
          lower,
          upper,
        }),
      )
      const found = await linkedBounds(SPACE, [...releases, ...known], targets, {
        total,
        solver,
        table: counts,
      })
      const fits = [...tablesOf(total, 8)].filter(
        (other) =>
          releases.every((release) => agrees(SPACE, release, other)) &&
          facts.every(({ levels, lower = 0, upper = total }) => {
            const count = countOf(other, levels)
            return lower <= count && count <= upper
          }),
      )
      const ends = counts.map((_, c) => fits.map((table) => table[c]))
      expect(found.map(({ lower, upper }) => [lower, upper])).toEqual(
        ends.map((values) => [Math.min(...values), Math.max(...values)]),
      )
      expect(found.every((bound) => bound.lowerExact && bound.upperExact)).toBe(true)
      expect(found.every(({ lower, upper }, c) => lower <= counts[c] && counts[c] <= upper)).toBe(true)
    }),
    { numRuns: 250 },
  )
})

test('the closed form for decomposable margins, as by listing every table', () => {
  const space: Space = [2, 2, 2, 2]
  const sets = [
    [
      [0, 1],
      [1, 2],
      [2, 3],
    ],
    [
      [0, 1],
      [0, 2],
      [0, 3],
    ],
    [[0], [1], [2, 3]],
    [
      [0, 1, 2],
      [2, 3],
    ],
  ]
  const cases = fc.tuple(fc.array(fc.nat(1), { minLength: 16, maxLength: 16 }), fc.constantFrom(...sets))
  fc.assert(
    fc.property(cases, ([counts, cliques]) => {
      const total = counts.reduce((sum, count) => sum + count, 0)
      fc.pre(total <= 5)
      const margins = cliques.map((variables) => ({ variables, counts: marginOf(space, counts, plain(...variables)) }))
      const parts = decompose(space, margins)!
      const lower = new Array<number>(16).fill(Infinity)
      const upper = new Array<number>(16).fill(-Infinity)
      for (const other of tablesOf(total, 16)) {
        if (!margins.every((m) => marginOf(space, other, plain(...m.variables)).join() === m.counts.join())) continue
        other.forEach((value, k) => {
          lower[k] = Math.min(lower[k], value)
          upper[k] = Math.max(upper[k], value)
        })
      }
      for (let c = 0; c < 16; c++) {
        const levels = [c >> 3, (c >> 2) & 1, (c >> 1) & 1, c & 1]
        expect(decomposableBounds(parts, levels)).toEqual([lower[c], upper[c]])
      }
    }),
    { numRuns: 60 },
  )
})

test('which sets of margins are decomposable', () => {
  expect(
    runningIntersection([
      [0, 1],
      [1, 2],
      [0, 2],
    ]),
  ).toBeUndefined()
  expect(
    runningIntersection([
      [0, 1],
      [1, 2],
      [2, 3],
      [0, 3],
    ]),
  ).toBeUndefined()
  expect(
    runningIntersection([
      [0, 1],
      [1, 2],
      [2, 3],
    ]),
  ).toHaveLength(3)
  expect(runningIntersection([[0, 1, 2], [0, 1], [3]])).toHaveLength(3)
})

test('zeros and ones: a margin of 0 empties its cells, and what is left is pinned by shuttling alone', () => {
  const space: Space = [2, 3]
  const counts = [0, 1, 0, 0, 2, 5]
  const system = linearSystem(space, [margin(space, counts, plain(0)), margin(space, counts, plain(1))])
  const box = shuttle(system)
  expect('clash' in box).toBe(false)
  expect('lower' in box && [box.lower[0], box.upper[0], box.lower[3], box.upper[3]]).toEqual([0, 0, 0, 0])
})

test('releases that cannot come from one table are named', async () => {
  const space: Space = [2, 2]
  const releases: Release[] = [
    { kind: 'margin', variables: plain(0), counts: Float64Array.of(3, 4), label: 'table 1' },
    { kind: 'conditional', rows: plain(0), columns: plain(1), reduced: [1, 1, 1, 3], label: 'table 2' },
  ]
  const target = { variables: plain(0, 1), levels: [0, 0] }
  await expect(linkedBounds(space, releases, [target])).rejects.toThrow(/table 1, cell 1\n {2}table 2, row 1/)
  const known: Release = { kind: 'known', variables: plain(0), cell: 1, upper: 3, label: 'known.csv, line 2' }
  await expect(linkedBounds(space, [releases[0], known], [target])).rejects.toThrow(
    /^No table of whole numbers agrees with all of these:\n\n.* {2}known\.csv, line 2\n/s,
  )
  const margins: Release[] = [releases[0], { kind: 'margin', variables: plain(1), counts: Float64Array.of(3, 5) }]
  await expect(linkedBounds(space, margins, [target])).rejects.toThrow(/differ where both count the same people/)
})

test('without time for a program the interval still holds, and does not claim to be tight', async () => {
  const space: Space = [3, 3, 3]
  const counts = Array.from({ length: 27 }, (_, c) => (c * 7) % 5)
  const releases = [plain(0, 1), plain(1, 2), plain(0, 2)].map((side) => margin(space, counts, side))
  const targets = [{ variables: plain(0, 1, 2), levels: [1, 1, 1] }]
  const [loose] = await linkedBounds(space, releases, targets, { timeLimit: 0 })
  const [tight] = await linkedBounds(space, releases, targets)
  expect(loose.method).toBe('shuttle')
  expect(loose.lowerExact || loose.upperExact).toBe(false)
  expect(tight).toMatchObject({ lowerExact: true, upperExact: true })
  expect(loose.lower).toBeLessThanOrEqual(tight.lower)
  expect(loose.upper).toBeGreaterThanOrEqual(tight.upper)
  expect(tight.lower).toBeLessThanOrEqual(counts[13])
  expect(tight.upper).toBeGreaterThanOrEqual(counts[13])
})

test('the time is for all programs together, and what was reached by then holds', async () => {
  const space: Space = [3, 3, 3]
  const counts = Array.from({ length: 27 }, (_, c) => (c * 7) % 5)
  const releases = [plain(0, 1), plain(1, 2), plain(0, 2)].map((side) => margin(space, counts, side))
  const targets = counts.map((_, c) => ({
    variables: plain(0, 1, 2),
    levels: [Math.floor(c / 9), Math.floor(c / 3) % 3, c % 3],
  }))
  class Slow extends Solver {
    readonly limits: number[] = []
    override async solve(...[model, options]: Parameters<Solver['solve']>): ReturnType<Solver['solve']> {
      this.limits.push(options?.timeLimit ?? 0)
      await new Promise((done) => setTimeout(done, 60))
      return super.solve(model, options)
    }
  }
  const solver = new Slow()
  const bounds = await linkedBounds(space, releases, targets, { timeLimit: 0.15, solver })
  expect(solver.limits.length).toBeGreaterThan(0)
  expect(solver.limits.length).toBeLessThanOrEqual(3)
  expect(solver.limits).toEqual([...solver.limits].sort((a, b) => b - a))
  expect(bounds.some(({ lowerExact, upperExact }) => !lowerExact || !upperExact)).toBe(true)
  bounds.forEach(({ lower, upper }, c) => {
    expect(lower).toBeLessThanOrEqual(counts[c])
    expect(upper).toBeGreaterThanOrEqual(counts[c])
  })
})
