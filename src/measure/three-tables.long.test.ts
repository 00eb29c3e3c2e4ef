/** The derivation over two and three tables with any facts and lines, held to all small data sets: more than a spec can say today. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { embeddedMove } from '../../test/support/linked/embedded-move.ts'
import {
  allData,
  askedForm,
  factForms,
  keeperOf,
  openIn,
  type SmallWorld,
  sumOver,
} from '../../test/support/linked/small-worlds.ts'
import { buildHierarchy, type Hierarchy } from '../model/index.ts'
import { coneInterior } from '../optimize/linear/cone-interior.ts'
import { answerClasses, classesOf, Determined, type JointTables, leavesOf, lineRows } from '../privacy/index.ts'
import { shapesOf } from './place-shapes.ts'

const TREES: readonly (readonly [levels: string[], leaves: string[][]])[] = [
  [
    ['top', 'leaf'],
    [['a'], ['b']],
  ],
  [['top', 'leaf'], [['a']]],
  [
    ['top', 'middle', 'leaf'],
    [
      ['x', 'a'],
      ['y', 'b'],
    ],
  ],
]

interface Random {
  readonly tree: (typeof TREES)[number]
  readonly sizes: readonly number[]
  readonly facts: readonly { readonly level: number; readonly buckets: readonly number[]; readonly table: number }[]
  readonly lines: readonly { readonly level: number; readonly weights: readonly number[] }[]
  readonly zero: readonly boolean[]
}

const anyTables: fc.Arbitrary<Random> = fc
  .record({
    tree: fc.constantFrom(...TREES),
    sizes: fc.constantFrom([2, 2], [2, 1, 1], [2, 2, 1], [1, 1, 1], [2, 2, 2]),
  })
  .chain(({ tree, sizes }) => {
    const cells = sizes.reduce((sum, size) => sum + size, 0)
    const level = fc.nat({ max: tree[0].length - 1 })
    const weight = fc.constantFrom(0, 0, 0, 1, 1, -1, -1, 2, -2)
    return fc.record({
      tree: fc.constant(tree),
      sizes: fc.constant(sizes),
      facts: fc.array(
        fc.record({
          level,
          buckets: fc.array(fc.integer({ min: -1, max: 1 }), { minLength: cells, maxLength: cells }),
          table: fc.nat({ max: sizes.length - 1 }),
        }),
        { maxLength: 4 },
      ),
      lines: fc.array(fc.record({ level, weights: fc.array(weight, { minLength: cells, maxLength: cells }) }), {
        maxLength: 4,
      }),
      zero: fc.array(
        fc.integer({ min: 0, max: 11 }).map((one) => one === 0),
        { minLength: cells, maxLength: cells },
      ),
    })
  })

test('what is derived to be exact is what is the same in all data, in a thousand sets of tables', () => {
  const count = { exact: 0, open: 0, openBeyond: 0 }
  fc.assert(
    fc.property(anyTables, ({ tree, sizes, facts, lines, zero }) => {
      const hierarchy = buildHierarchy(...tree)
      const firsts = sizes.map((_, t) => sizes.slice(0, t).reduce((sum, size) => sum + size, 0))
      const within = (table: number, cell: number): boolean =>
        cell >= firsts[table] && cell < firsts[table] + sizes[table]
      const own = facts.map(({ level, buckets, table }) => ({
        level,
        bucketOf: Int32Array.from(buckets, (bucket, cell) => (within(table, cell) ? bucket : -1)),
      }))
      const world: SmallWorld = {
        cells: zero.length,
        leaves: placesIn(tree[1]),
        impossible: zero,
        facts: own,
        lines,
        bounds: [],
      }
      const joint: JointTables = {
        tables: sizes.map((cells, t) => ({ first: firsts[t], cells })),
        levels: hierarchy.levels.length,
        zero: Uint8Array.from(zero, Number),
        facts: own.map((fact, i) => ({ name: `fact ${i}`, ...fact, disclosed: true })),
        lines: lines.map(({ level, weights }, i) => ({
          name: `line ${i}`,
          level,
          terms: weights.map((times, cell) => ({
            cells: Uint8Array.from(weights, (_, other) => (other === cell ? 1 : 0)),
            times: BigInt(times),
          })),
        })),
      }
      check(joint, world, hierarchy, count)
    }),
    { numRuns: 1000 },
  )
  expect(count.exact).toBeGreaterThan(5000)
  expect(count.open).toBeGreaterThan(5000)
  expect(count.openBeyond).toBeLessThan(0.1 * count.open)
})

/** Of each leaf, the number of the node that it is in at every level. */
function placesIn(leaves: readonly (readonly string[])[]): number[][] {
  const names = leaves[0].map((_, depth) => [...new Set(leaves.map((leaf) => leaf[depth]))])
  return leaves.map((leaf) => [0, ...leaf.map((name, depth) => names[depth].indexOf(name))])
}

/** Every single cell, every table and everything, at every node. */
function check(
  joint: JointTables,
  world: SmallWorld,
  hierarchy: Hierarchy,
  count: { exact: number; open: number; openBeyond: number },
): void {
  const classes = classesOf(joint)
  const shapes = shapesOf(hierarchy)
  const derived = shapes.byLevel.map((own) =>
    own.map((shape) => {
      const rows = lineRows(joint, classes, shape).map(({ vector }) => vector)
      const tightness = coneInterior(rows, classes.count * leavesOf(shape))
      const all = new Determined(joint, classes, shape, tightness)
      return { shape, tightness, all, known: all, disclosed: all }
    }),
  )
  const cells = Array.from({ length: world.cells }, (_, cell) => cell)
  const masks = [
    ...cells.map((cell) => cells.map((other) => other === cell)),
    ...joint.tables.map(({ first, cells: size }) => cells.map((cell) => cell >= first && cell < first + size)),
    cells.map(() => true),
  ]
  const claims = hierarchy.levels.flatMap(({ regions }, level) =>
    regions.flatMap((_, node) => masks.map((mask) => ({ level, node, cells: mask }))),
  )
  const facts = factForms(world)
  const forms = claims.map((asked) => askedForm(world, asked))
  const open = openIn(allData(world, false), facts, forms)
  const keeps = keeperOf(world, false)
  claims.forEach((asked, i) => {
    const shape = shapes.shapeOf[asked.level][asked.node]
    const { all } = derived[asked.level][shape]
    const answerOf = Int32Array.from(asked.cells, (one) => (one ? 0 : -1))
    const [counted] = answerClasses(classes, answerOf, 1, (one) => all.isNever(one))
    if (counted !== undefined && all.usesOf(counted) !== undefined) {
      count.exact++
      expect(open[i]).toBe(false)
      return
    }
    count[open[i] ? 'open' : 'openBeyond']++
    const { from, to } = embeddedMove({ classes, derived }, world, asked, shape)
    expect([keeps(from), keeps(to)]).toEqual([true, true])
    expect(facts.map((form) => sumOver(form, from))).toEqual(facts.map((form) => sumOver(form, to)))
    expect(sumOver(forms[i], from)).not.toBe(sumOver(forms[i], to))
  })
}
