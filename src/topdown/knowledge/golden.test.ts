/** The worked examples of the TopDown paper. */
import { expect, test } from 'vitest'
import { buildHierarchy } from '../../model/hierarchy.ts'
import { withoutImplied } from '../../optimize/linear/fourier-motzkin.ts'
import { Solver } from '../../optimize/linear/highs.ts'
import { ModelBuilder } from '../../optimize/linear/model-builder.ts'
import { allowed, extendable, totalsOf, vectorsUpTo } from './fixtures/brute-force.ts'
import { bound, knowing } from './fixtures/facts.ts'
import { deriveImplied, flowEncoding, type NodeKnowledge, violatedRows } from './index.ts'

const OPEN = Number.POSITIVE_INFINITY
const [F, C, M] = [0, 1, 2]

/** Everything that a node must satisfy as rows a . totals <= b, with what the rest implies left out. */
function irredundant(node: NodeKnowledge, names: readonly string[]): string[] {
  const { rows, subsets } = node
  const size = names.length
  const sets = rows.map((row) => ({ ...row, mask: row.classes.reduce((mask, index) => mask | (1 << index), 0) }))
  subsets?.lower.forEach((lower, a) => {
    const classes = subsets.elements.flatMap((members, e) => ((a >> e) & 1 ? [...members] : []))
    sets.push({ classes: Int32Array.from(classes), lower, upper: subsets.upper[a], fact: -1, tried: false, mask: 0 })
  })
  for (let j = 0; j < size; j++) {
    sets.push({ classes: Int32Array.of(j), lower: 0, upper: OPEN, fact: -1, tried: false, mask: 0 })
  }
  const inequalities = sets.flatMap(({ classes, coefficients, lower, upper }) => {
    const side = (sign: bigint, bound: number) => ({
      coefficients: Array.from({ length: size }, (_, j) => {
        const at = classes.indexOf(j)
        return at < 0 ? 0n : sign * BigInt(coefficients?.[at] ?? 1)
      }),
      bound: BigInt(bound) * sign,
    })
    return [...(upper < OPEN ? [side(1n, upper)] : []), ...(lower > Number.NEGATIVE_INFINITY ? [side(-1n, lower)] : [])]
  })
  const written = withoutImplied(inequalities.filter((row) => row.coefficients.some((value) => value !== 0n)))
  return written
    .map(({ coefficients, bound: limit }) => {
      const turned = coefficients.some((value) => value < 0n)
      const sum = names.filter((_, j) => coefficients[j] !== 0n).join(' + ')
      return `${sum} ${turned ? `>= ${-limit}` : `<= ${limit}`}`
    })
    .sort()
}

function dorms(students: number) {
  const hierarchy = buildHierarchy(['town', 'region'], [['R1'], ['R2']])
  const total = bound('students', 1, [0, 0, 0], [[students], [students]])
  const types = bound(
    'dorms',
    1,
    [F, C, M],
    [
      [undefined, undefined, 0],
      [0, undefined, undefined],
    ],
  )
  return { hierarchy, knowledge: knowing(3, [total, types]) }
}

test('Example 1: F + C >= 98, M + C >= 98, F + C + M = 196 and non-negativity', () => {
  const { hierarchy, knowledge } = dorms(98)
  const implied = deriveImplied(hierarchy, knowledge)
  expect(implied.proof).toMatchObject({ complete: true, theorem: 'Theorem 3, generalised polymatroids' })
  // With the total, F <= 98 is M + C >= 98 and M <= 98 is F + C >= 98, and the two give C >= 0.
  expect(irredundant(implied.at(0, 0), ['F', 'C', 'M'])).toEqual([
    'F + C + M <= 196',
    'F + C + M >= 196',
    'F <= 98',
    'F >= 0',
    'M <= 98',
    'M >= 0',
  ])
  const allows = (x: number[]): boolean => {
    const node = implied.at(0, 0)
    const totals = totalsOf(implied, x)!
    const sum = (classes: Int32Array): number => classes.reduce((all, index) => all + totals[index], 0)
    return (
      node.rows.every((row) => sum(row.classes) >= row.lower && sum(row.classes) <= row.upper) &&
      violatedRows(node, totals).length === 0
    )
  }
  for (let f = 0; f <= 196; f++) {
    for (let c = 0; f + c <= 197; c++) {
      for (const m of [196 - f - c, 197 - f - c]) {
        if (m < 0) continue
        const paper = f + c >= 98 && m + c >= 98 && f + c + m === 196
        expect(allows([f, c, m])).toBe(paper)
      }
    }
  }
})

test('Example 1 with 4 students a region: the whole points are those found by listing', () => {
  const { hierarchy, knowledge } = dorms(4)
  const implied = deriveImplied(hierarchy, knowledge)
  const truth = extendable(hierarchy, knowledge, 9)
  expect(allowed(implied, 0, 0, 3, 9)).toEqual(truth[0][0])
  expect(truth[0][0].size).toBe(25)
})

function twoByTwo(rows: number[][], columns: number[][]) {
  const hierarchy = buildHierarchy(['nation', 'region'], [['A'], ['B']])
  return {
    hierarchy,
    knowledge: knowing(4, [bound('householder', 1, [0, 0, 1, 1], rows), bound('voting age', 1, [0, 1, 0, 1], columns)]),
  }
}

test('Example 2 and Appendix D by Lemma 1: h00 = 1 + h11, h01 = 20 - h11, h10 = 21 - h11, 0 <= h11 <= 10', () => {
  const { hierarchy, knowledge } = twoByTwo(
    [
      [6, 16],
      [15, 5],
    ],
    [
      [17, 5],
      [5, 15],
    ],
  )
  const implied = deriveImplied(hierarchy, knowledge)
  expect(implied.proof).toMatchObject({ complete: true, theorem: 'Lemma 1' })
  for (let h11 = -1; h11 <= 12; h11++) {
    const x = [1 + h11, 20 - h11, 21 - h11, h11]
    expect(isAllowed(implied, x)).toBe(h11 >= 0 && h11 <= 10)
    expect(isAllowed(implied, [x[0] + 1, x[1], x[2], x[3]])).toBe(false)
  }
})

test('Appendix A: (11, 9, 9, 11) is rejected, and z1 lies in [0, 10]', () => {
  const { hierarchy, knowledge } = twoByTwo(
    [
      [5, 15],
      [15, 5],
    ],
    [
      [15, 5],
      [5, 15],
    ],
  )
  const implied = deriveImplied(hierarchy, knowledge)
  expect(implied.proof.complete).toBe(true)
  expect(isAllowed(implied, [11, 9, 9, 11])).toBe(false)
  const z1 = Array.from({ length: 21 }, (_, z) => z).filter((z) => isAllowed(implied, [z, 20 - z, 20 - z, z]))
  expect(z1).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
})

function isAllowed(implied: ReturnType<typeof deriveImplied>, x: readonly number[]): boolean {
  const node = implied.at(0, 0)
  const totals = totalsOf(implied, x)!
  const value = (row: NodeKnowledge['rows'][number]): number =>
    row.classes.reduce((sum, index, i) => sum + totals[index] * (row.coefficients?.[i] ?? 1), 0)
  const kept = node.rows.every((row) => value(row) >= row.lower && value(row) <= row.upper)
  return kept && x.every((count) => count >= 0) && violatedRows(node, totals).length === 0
}

/** Section 7.3.1, with the leaves in the order of their names within a state, and cells ethnicity x type. */
function counties(people: readonly number[], least: readonly (readonly (number | undefined)[])[]) {
  const hierarchy = buildHierarchy(
    ['nation', 'state', 'county'],
    [
      ...['Suffolk', 'Nassau', 'Queens'].map((county) => ['NY', county]),
      ...['Washington', 'Kent', 'Providence', 'Newport'].map((county) => ['RI', county]),
    ],
  )
  const population = bound(
    'population',
    2,
    [0, 0, 0, 0, 0, 0],
    people.map((count) => [count]),
  )
  const types = bound(
    'facilities',
    2,
    [0, 1, 2, 0, 1, 2],
    least.map((row) => row.map((low) => (low === undefined ? 0 : ([low, OPEN] as const)))),
  )
  return { hierarchy, knowledge: knowing(6, [population, types]) }
}

const none = undefined
const SEVEN = counties(
  [3, 2, 1, 2, 3, 2, 1],
  [
    [1, none, 0],
    [0, none, 1],
    [none, none, 1],
    [1, 1, none],
    [0, 1, none],
    [1, none, 0],
    [0, 0, none],
  ],
)

test('the 7 counties of section 7.3.1: combinations, flow variables and bounds as in the paper', () => {
  const implied = deriveImplied(SEVEN.hierarchy, SEVEN.knowledge, { subsetElements: 1 })
  expect(implied.proof).toMatchObject({ complete: true, theorem: 'Theorem 3, network flow' })
  const encoding = flowEncoding(implied.at(0, 0).network!)
  const named = Object.fromEntries(encoding.names.map((name, i) => [name, [encoding.lower[i], encoding.upper[i]]]))
  // Combination 0 is {A, C} (Suffolk, Nassau, Providence), 1 is {A, B} (Washington, Kent, Newport), 2 is {C} (Queens).
  expect(named).toEqual({
    g0: [0, OPEN],
    g1: [0, OPEN],
    g2: [0, OPEN],
    f00: [2, OPEN],
    f20: [1, OPEN],
    r0: [7, 7],
    f01: [1, OPEN],
    f11: [2, OPEN],
    r1: [6, 6],
    f22: [1, OPEN],
    r2: [1, 1],
  })
  expect(
    encoding.equations.map(({ variables, coefficients }) =>
      Array.from(variables, (variable, i) => `${coefficients[i] > 0 ? '+' : '-'}${encoding.names[variable]}`)
        .sort()
        .join(' '),
    ),
  ).toEqual(['+g0 -f00 -f01', '+g1 -f11', '+g2 -f20 -f22', '+f00 +f20 -r0', '+f01 +f11 -r1', '+f22 -r2'])
  // New York has no {A, B}, so it has no such combination.
  expect(flowEncoding(implied.at(1, 0).network!).names).not.toContain('f11')
})

test('the 7 counties: the same whole points by subsets and by flow, in the nation and in the states', () => {
  const bySubsets = deriveImplied(SEVEN.hierarchy, SEVEN.knowledge)
  const byFlow = deriveImplied(SEVEN.hierarchy, SEVEN.knowledge, { subsetElements: 1 })
  let kept = 0
  for (const [level, node, people] of [
    [0, 0, 14],
    [1, 0, 6],
    [1, 1, 8],
  ]) {
    const [a, b] = [bySubsets.at(level, node), byFlow.at(level, node)]
    for (const [first, second] of vectorsUpTo(2, people)) {
      const totals = Float64Array.of(first, second, people - first - second)
      const keeps = (knowledge: NodeKnowledge): boolean =>
        violatedRows(knowledge, totals).length === 0 &&
        knowledge.rows.every((row) => {
          const sum = row.classes.reduce((all, index) => all + totals[index], 0)
          return sum >= row.lower && sum <= row.upper
        })
      expect(keeps(a)).toBe(keeps(b))
      kept += Number(keeps(a))
    }
  }
  expect(kept).toBeGreaterThan(20)
})

test('Theorems 4 to 7: vertices of the flow encoding are whole, and their totals are allowed', async () => {
  const implied = deriveImplied(SEVEN.hierarchy, SEVEN.knowledge, { subsetElements: 1 })
  const listed = deriveImplied(SEVEN.hierarchy, SEVEN.knowledge).at(0, 0)
  const encoding = flowEncoding(implied.at(0, 0).network!)
  const solver = new Solver()
  for (const cost of [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [-1, 2, 0],
    [3, -1, -2],
    [-2, -1, 1],
  ]) {
    const builder = new ModelBuilder()
    for (const i of encoding.names.keys()) builder.addColumn(encoding.lower[i], encoding.upper[i], cost[i] ?? 0)
    for (const { variables, coefficients } of encoding.equations) {
      builder.startRow(0, 0)
      for (const [i, variable] of variables.entries()) builder.entry(variable, coefficients[i])
    }
    const outcome = await solver.solve(builder.build())
    expect(outcome.status).toBe('optimal')
    if (outcome.status !== 'optimal') return
    expect(outcome.x.every((value) => Math.abs(value - Math.round(value)) < 1e-9)).toBe(true)
    expect(violatedRows(listed, outcome.x.slice(0, 3))).toEqual([])
  }
})
