/** Theorem 3 of the TopDown paper by its own formula, against the border functions. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { totalsOf } from './fixtures/brute-force.ts'
import { bound, type Entry, knowing } from './fixtures/facts.ts'
import { treeOf } from './fixtures/random-instance.ts'
import { deriveImplied, violatedRows } from './index.ts'

const OPEN = Number.POSITIVE_INFINITY
const element = fc.record({ least: fc.nat(3), fixed: fc.boolean() })
const leafOf = (k: number) =>
  fc.record({ elements: fc.array(element, { minLength: k, maxLength: k }), more: fc.nat(4) })
const instances = fc.integer({ min: 2, max: 5 }).chain((k) => fc.array(leafOf(k), { minLength: 1, maxLength: 4 }))

test("Theorem 3's conditions hold for a point exactly when ours do", () => {
  fc.assert(
    fc.property(instances, fc.array(fc.nat(12), { minLength: 5, maxLength: 5 }), (leaves, point) => {
      const k = leaves[0].elements.length
      // A leaf where everything is fixed has no room for more.
      const people = leaves.map(
        ({ elements, more }) =>
          elements.reduce((sum, { least }) => sum + least, 0) + (elements.every(({ fixed }) => fixed) ? 0 : more),
      )
      const x = pointOf(point.slice(0, k), people)
      const knowledge = knowing(k, [
        bound(
          'people',
          1,
          new Array(k).fill(0),
          people.map((count) => [count]),
        ),
        bound(
          'elements',
          1,
          [...Array(k).keys()],
          leaves.map(({ elements }) => elements.map(({ least, fixed }): Entry => (fixed ? least : [least, OPEN]))),
        ),
      ])
      const implied = deriveImplied(treeOf([leaves.length], 2), knowledge)
      const node = implied.at(0, 0)
      // Elements of which the same is said everywhere are one class.
      const totals = totalsOf(implied, x)!
      const ours =
        x.every((count) => count >= 0) &&
        violatedRows(node, totals).length === 0 &&
        node.rows.every((row) => {
          const sum = row.classes.reduce((all, index) => all + totals[index], 0)
          return sum >= row.lower && sum <= row.upper
        })
      expect(implied.proof.complete).toBe(true)
      expect(ours).toBe(theorem3(x, leaves, people))
    }),
    { numRuns: 1000 },
  )
})

/** Half of the points are moved so that they have the right total, or hardly any would be allowed. */
function pointOf(point: number[], people: readonly number[]): number[] {
  const missing = people.reduce((a, b) => a + b, 0) - point.reduce((a, b) => a + b, 0)
  if (point[0] % 4 === 3) return point
  const moved = [...point]
  moved[0] += missing
  return moved
}

function theorem3(
  x: readonly number[],
  leaves: readonly { readonly elements: readonly { readonly least: number; readonly fixed: boolean }[] }[],
  people: readonly number[],
): boolean {
  const k = x.length
  const least = x.map((_, j) => leaves.reduce((sum, leaf) => sum + leaf.elements[j].least, 0))
  if (x.reduce((a, b) => a + b, 0) !== people.reduce((a, b) => a + b, 0)) return false
  if (x.some((value, j) => value < least[j])) return false
  for (let a = 1; a < 2 ** k; a++) {
    const holds = (j: number): boolean => ((a >> j) & 1) === 1
    const excess = x.reduce((sum, value, j) => sum + (holds(j) ? value - least[j] : 0), 0)
    const room = leaves.reduce((sum, leaf, i) => {
      const neighbour = leaf.elements.some(({ fixed }, j) => holds(j) && !fixed)
      return neighbour ? sum + people[i] - leaf.elements.reduce((all, e) => all + e.least, 0) : sum
    }, 0)
    if (excess > room) return false
  }
  return true
}
