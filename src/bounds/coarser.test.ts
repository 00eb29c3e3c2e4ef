import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Axis, nextSteps, type Step } from './coarser.ts'

const entropy = (counts: readonly number[]): number => {
  const n = counts.reduce((sum, count) => sum + count, 0)
  return counts.reduce((sum, count) => (count === 0 ? sum : sum + (count / n) * Math.log2(n / count)), 0)
}

/** The detail after a step, by writing the merged table out. */
function detailOf(counts: Float64Array, axes: readonly Axis[], { variable, merged }: Step): number {
  const cells = new Map<string, number>()
  counts.forEach((count, cell) => {
    let rest = cell
    const levels = axes.map(() => 0)
    for (let k = axes.length - 1; k >= 0; k--) {
      levels[k] = rest % axes[k].groups
      rest = Math.floor(rest / axes[k].groups)
    }
    const key = levels
      .map((level, k) => (axes[k].variable === variable && (merged?.includes(level) ?? true) ? 0 : 1 + level))
      .join()
    cells.set(key, (cells.get(key) ?? 0) + count)
  })
  return entropy([...cells.values()])
}

const tables = fc
  .array(fc.integer({ min: 2, max: 4 }), { minLength: 1, maxLength: 3 })
  .chain((sizes) =>
    fc
      .array(fc.nat(9), { minLength: sizes.reduce((a, b) => a * b), maxLength: sizes.reduce((a, b) => a * b) })
      .map((counts) => ({ sizes, counts: Float64Array.from([1 + counts[0], ...counts.slice(1)]) })),
  )

test('the detail of every merge and omission, as by writing the table out, in falling order', () => {
  fc.assert(
    fc.property(tables, fc.integer({ min: 1, max: 5 }), ({ sizes, counts }, chunk) => {
      const axes = sizes.map((groups, variable) => ({ variable, groups, ordered: variable === 1, needed: false }))
      const all = nextSteps({ counts }, axes, undefined, 1000)!
      const wanted = sizes.reduce((sum, m, v) => sum + (v === 1 ? m - 1 : (m * (m - 1)) / 2) + (m > 2 ? 1 : 0), 0)
      expect(all).toHaveLength(wanted)
      for (const step of all) expect(step.detail).toBeCloseTo(detailOf(counts, axes, step), 8)
      expect(all.map(({ detail }) => detail)).toEqual(all.map(({ detail }) => detail).sort((a, b) => b - a))
      const parts: Step[] = []
      for (;;) {
        const more = nextSteps({ counts }, axes, parts.at(-1), chunk)!
        parts.push(...more)
        if (more.length < chunk) break
      }
      expect(parts).toEqual(all)
    }),
  )
})

test('a needed variable keeps two groups; a stop is heeded', () => {
  const axes = [
    { variable: 0, groups: 2, ordered: false, needed: true },
    { variable: 1, groups: 3, ordered: false, needed: true },
  ]
  const counts = Float64Array.of(1, 2, 3, 4, 5, 6)
  const steps = nextSteps({ counts }, axes, undefined, 10)!
  expect(steps.every(({ variable, merged }) => variable === 1 && merged !== undefined)).toBe(true)
  expect(steps).toHaveLength(3)
  expect(nextSteps({ counts }, axes, undefined, 10, () => true)).toBeUndefined()
})

test('a group that stands apart is merged with none, and goes with its variable', () => {
  const counts = Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8)
  const steps = (axis: Partial<Axis>) =>
    nextSteps(
      { counts },
      [
        { variable: 0, groups: 2, ordered: false, needed: true },
        { variable: 1, groups: 4, ordered: false, needed: false, ...axis },
      ],
      undefined,
      100,
    )!
      .map(({ merged }) => merged?.join() ?? 'all')
      .sort()
  expect(steps({ apart: new Set([1]) })).toEqual(['0,2', '0,3', '2,3', 'all'])
  expect(steps({ apart: new Set([1]), ordered: true })).toEqual(['0,2', '2,3', 'all'])
  expect(steps({ apart: new Set([1, 2]), ordered: true })).toEqual(['0,3', 'all'])
  expect(steps({ along: [[0, 2, 3]] })).toEqual(['0,2,3', 'all'])
})
