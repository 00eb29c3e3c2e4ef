import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LEVEL_COSTS, type LevelCost } from '../lattice/level-costs.ts'
import { placeLabels, treeFromRows } from '../problem/hierarchy-import.ts'
import { type AnonymityProblem, type CategoricalAttribute, SUPPRESSED } from '../problem/problem.ts'
import { compileRules } from '../problem/sensitive-rules.ts'
import { solveFullDomain } from './full-domain.ts'

/** Six leaves, two levels that join them, one root. */
const TREES = [
  [['a', 'x', '1'], ['b', 'x', '1'], ['c', 'y', '2'], ['d', 'y', '2'], ['e', 'z', '2'], ['f', 'w', '2']],
  [['a', 'x'], ['b', 'x'], ['c', 'x'], ['d', 'y'], ['e', 'y'], ['f', 'y']],
  [['a', 'p', 'x', '1'], ['b', 'p', 'x', '1'], ['c', 'q', 'x', '1'], ['d', 'r', 'y', '1'], ['e', 's', 'y', '1'], ['f', 't', 'v', '2']],
].map((rows) => rows.map((row) => [...row, '*'])) // biome-ignore format: a tree a line
const LEAVES = ['a', 'b', 'c', 'd', 'e', 'f']

const columnOf = (codes: readonly number[], t: number): CategoricalAttribute => ({
  kind: 'categorical',
  name: `column ${t}`,
  codes: Int32Array.from(codes),
  labels: LEAVES,
  weight: t + 1,
  hierarchy: placeLabels(treeFromRows(TREES[t], 'tree'), LEAVES, 'tree'),
})

const label = (t: number, code: number, level: number): string => TREES[t][code][level]
const leavesBelow = (t: number, level: number, name: string): readonly number[] =>
  LEAVES.map((_, leaf) => leaf).filter((leaf) => label(t, leaf, level) === name)

function groupBy<K>(items: readonly number[], keyOf: (item: number) => K): Map<K, number[]> {
  const groups = new Map<K, number[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

/** What a division costs, from the definitions. */
function costOf(
  columns: readonly (readonly number[])[],
  levels: readonly number[],
  classes: readonly (readonly number[])[],
  suppressed: number,
  cost: LevelCost,
): number {
  const records = columns[0].length
  if (cost === 'discernibility') return classes.reduce((sum, list) => sum + list.length ** 2, suppressed * records)
  if (cost === 'loss') {
    const lossOf = (i: number, t: number): number => {
      const below = leavesBelow(t, levels[t], label(t, columns[t][i], levels[t])).length
      return below === 1 ? 0 : ((t + 1) * below) / LEAVES.length
    }
    return classes
      .flat()
      .reduce((sum, i) => sum + columns.reduce((part, _, t) => part + lossOf(i, t), 0), suppressed * 6)
  }
  return columns.reduce((sum, column, t) => {
    const bits = column.map((code) => {
      const below = leavesBelow(t, levels[t], label(t, code, levels[t]))
      return Math.log2(column.filter((other) => below.includes(other)).length / column.filter((o) => o === code).length)
    })
    return sum + (t + 1) * bits.reduce((a, b) => a + b, 0)
  }, 0)
}

/** All nodes, one by one; those that would have to suppress more than the small classes are left out. */
function leastOfAll(
  columns: readonly (readonly number[])[],
  k: number,
  most: number,
  cost: LevelCost,
  diseases: readonly number[] | undefined,
): { readonly least: number; readonly isWhole: boolean } {
  let [least, isWhole] = [Infinity, true]
  const meets = (list: readonly number[]): boolean =>
    list.length >= k && (diseases === undefined || new Set(list.map((i) => diseases[i])).size >= 2)
  for (let a = 0; a < 4; a++) {
    for (let b = 0; b < 3; b++) {
      for (let c = 0; c < 5; c++) {
        const levels = [a, b, c]
        const groups = groupBy([...columns[0].keys()], (i) =>
          columns.map((column, t) => label(t, column[i], levels[t])).join(),
        )
        const lists = [...groups.values()]
        const small = lists.filter((list) => !meets(list)).flat()
        if (small.length > most) continue
        if (small.length > 0 && !meets(small)) isWhole = false
        else least = Math.min(least, costOf(columns, levels, lists.filter(meets), small.length, cost))
      }
    }
  }
  return { least, isWhole }
}

test('the levels found cost what the best of all nodes costs, for every cost, with rules and with suppression', () => {
  const column = fc.array(fc.nat(5), { minLength: 14, maxLength: 14 })
  let wholes = 0
  fc.assert(
    fc.property(
      fc.tuple(column, column, column),
      fc.array(fc.nat(2), { minLength: 14, maxLength: 14 }),
      fc.constantFrom(...LEVEL_COSTS),
      fc.constantFrom(0, 2, 5, 8),
      fc.boolean(),
      (columns, diseases, cost, most, ruled) => {
        fc.pre(!ruled || new Set(diseases).size >= 2)
        const k = 3
        const problem: AnonymityProblem = { records: 14, k, attributes: columns.map(columnOf) }
        const codes = Int32Array.from(diseases)
        const rule = compileRules(ruled ? [{ kind: 'distinct', name: 'disease', codes, values: 3, l: 2 }] : [], 14)
        const found = solveFullDomain(problem, { mostSuppressed: most, rule, cost })
        const lists = groupBy([...found.classOf.keys()], (i) => found.classOf[i])
        const suppressed = lists.get(SUPPRESSED)?.length ?? 0
        lists.delete(SUPPRESSED)
        expect(found.suppressed).toBe(suppressed)
        expect(found.proved).toBe(true)
        expect(found.cost).toBeCloseTo(costOf(columns, found.levels, [...lists.values()], suppressed, cost), 9)
        const { least, isWhole } = leastOfAll(columns, k, most < k ? 0 : most, cost, ruled ? diseases : undefined)
        expect(found.cost).toBeLessThanOrEqual(least + 1e-9)
        if (isWhole) expect(found.cost).toBeCloseTo(least, 9)
        wholes += Number(isWhole)
      },
    ),
    { numRuns: 300, seed: 7 },
  )
  expect(wholes).toBeGreaterThan(100)
})

test('a search that is stopped gives levels that hold, and says that others were not ruled out', () => {
  const columns = [0, 1, 2].map((t) => Array.from({ length: 14 }, (_, i) => (i * (t + 1)) % 6))
  const problem: AnonymityProblem = { records: 14, k: 3, attributes: columns.map(columnOf) }
  let asked = 0
  const found = solveFullDomain(problem, { shouldStop: () => ++asked > 2 })
  expect(found.proved).toBe(false)
  const sizes = [...groupBy([...found.classOf], (c) => c).values()].map((list) => list.length)
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(3)
})

const folder = resolve(process.env.TACET_DATA ?? '../shared/data', 'arx_adult')
const NAMES = [
  'sex',
  'age',
  'race',
  'marital-status',
  'education',
  'native-country',
  'workclass',
  'occupation',
  'salary-class',
]
const linesOf = (text: string): string[][] =>
  text
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(';'))

function adult(k: number, names = NAMES): AnonymityProblem & { readonly sensitive: Int32Array } {
  const [header, ...lines] = linesOf(gunzipSync(readFileSync(resolve(folder, 'adult_arx.csv.gz'))).toString())
  const coded = (name: string): { readonly labels: string[]; readonly codes: Int32Array } => {
    const values = lines.map((line) => line[header.indexOf(name)])
    const labels = [...new Set(values)]
    const at = new Map(labels.map((value, code) => [value, code]))
    return { labels, codes: Int32Array.from(values, (value) => at.get(value)!) }
  }
  const attributes = names.map((name) => {
    const rows = linesOf(readFileSync(resolve(folder, `adult_hierarchy_${name}.csv`), 'utf8'))
    const { labels, codes } = coded(name)
    return {
      kind: 'categorical' as const,
      name,
      labels,
      codes,
      hierarchy: placeLabels(treeFromRows(rows, name), labels, name),
    }
  })
  return { records: lines.length, k, attributes, sensitive: coded('occupation').codes }
}

// The optima that ARX publishes in its own tests, and one of a plain enumeration of all 12,960 nodes.
test.skipIf(!existsSync(folder)).each<[number, number, LevelCost, string, number | undefined]>([
  [5, 0, 'loss', '0 4 1 1 3 2 2 1 0', undefined],
  [5, 0, 'entropy', '1 2 1 1 3 2 2 1 1', 407289.5388925293],
  [100, 0, 'entropy', '0 4 1 1 3 2 2 1 1', 453196.8932458743],
  [5, 0.04, 'entropy', '1 0 1 1 3 2 2 0 1', 255559.85455731067],
  [100, 0.04, 'entropy', '1 1 1 1 3 2 2 1 1', 379417.3460570988],
])('Adult with nine trees: k = %d, suppressing up to %d, %s', (k, share, cost, levels, value) => {
  const problem = adult(k)
  const found = solveFullDomain(problem, { mostSuppressed: Math.floor(share * problem.records), cost })
  expect(found).toMatchObject({ levels: levels.split(' ').map(Number), proved: true })
  if (value !== undefined) expect(found.cost).toBeCloseTo(value, 6)
})

test.skipIf(!existsSync(folder)).each<[number, string, number | undefined]>([
  [0, '1 1 1 1 3 2 2 1', 324620.5269918692],
  [0.04, '1 0 1 1 2 2 2 1', undefined], // there the published figure has a part for those suppressed
])('Adult with five equally frequent occupations in every class, suppressing up to %d', (share, levels, value) => {
  const { sensitive, ...problem } = adult(
    2,
    NAMES.filter((name) => name !== 'occupation'),
  )
  const rule = compileRules(
    [{ kind: 'entropy', name: 'occupation', codes: sensitive, values: 14, l: 5 }],
    problem.records,
  )
  const found = solveFullDomain(problem, {
    mostSuppressed: Math.floor(share * problem.records),
    rule,
    cost: 'entropy',
  })
  expect(found.levels.join(' ')).toBe(levels)
  if (value !== undefined) expect(found.cost).toBeCloseTo(value, 6)
})
