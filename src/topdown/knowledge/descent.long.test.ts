/** The descent against the list of all descents: where completeness is claimed, none comes to nothing. */
import { expect, test } from 'vitest'
import { RequestError } from '../../request-error.ts'
import { firstFault } from './fixtures/descents.ts'
import { bound, type Entry } from './fixtures/facts.ts'
import { drawFrom, type Kind, randomInstance, treeOf } from './fixtures/random-instance.ts'
import { deriveImplied, type Implied, type Knowledge } from './index.ts'

const PEOPLE = 4

/** How many instances were proved, and how many were not although they have no fault; throws at a fault in a proved one. */
function descend(instances: number, first: number, kind: Kind, modes: readonly number[]) {
  const seen = { proved: 0, unproved: 0, faulty: 0 }
  for (let seed = first; seed < first + instances; seed++) {
    const { hierarchy, knowledge } = randomInstance(drawFrom(seed), kind)
    for (const subsetElements of modes) {
      let implied: Implied
      try {
        implied = deriveImplied(hierarchy, knowledge, { subsetElements })
      } catch (error) {
        if (error instanceof RequestError && error.code === 'infeasible') continue
        throw error
      }
      const fault = firstFault(hierarchy, knowledge, implied, PEOPLE)
      if (implied.proof.complete) expect(fault, `seed ${seed}, up to ${subsetElements} elements`).toBeUndefined()
      seen[implied.proof.complete ? 'proved' : fault === undefined ? 'unproved' : 'faulty']++
    }
  }
  return seen
}

test('300 instances with facts at leaves and inner levels', () => {
  const { proved } = descend(300, 60_000, { inner: true, zeros: true }, [10, 1])
  expect(proved).toBeGreaterThan(200)
})

test('200 instances of a finer schema with facts at the leaves', () => {
  const { proved } = descend(200, 70_000, { project: true, zeros: true }, [10, 1])
  expect(proved).toBeGreaterThan(200)
})

test('400 instances of a finer schema with facts at inner levels, some of which tie the places below', () => {
  const { proved, faulty } = descend(400, 80_000, { project: true, inner: true }, [10, 1])
  expect(proved).toBeGreaterThan(100)
  expect(faulty).toBeGreaterThan(0)
})

test('100 instances of two exact margins with facts at inner levels', () => {
  const { proved } = descend(100, 90_000, { twoByTwo: true, inner: true, zeros: true }, [10])
  expect(proved).toBeGreaterThan(20)
})

/** Two leaves with so many in each half of the one released cell, and a fact about the first half at the top. */
function halves(leaves: readonly (readonly Entry[])[], top: Entry): Implied {
  const knowledge: Knowledge = {
    cells: 2,
    zero: new Uint8Array(2),
    facts: [bound('by half', 1, [0, 1], leaves), bound('first half', 0, [0, -1], [[top]])],
    project: Int32Array.of(0, 0),
    releasedCells: 1,
  }
  return deriveImplied(treeOf([leaves.length], 2), knowledge)
}

const TIED: readonly (readonly Entry[])[] = [
  [5, [0, 5]],
  [
    [0, 5],
    [0, 5],
  ],
]

test('a fact about a part of a released count at an inner level ties the places below: not complete, in words', () => {
  const { proof } = halves(TIED, 5)
  expect(proof.complete).toBe(false)
  expect(proof.words).toBe(
    '"first half" bounds, in every nation, a part of a released count. That ties the places below to each other, while each is solved by what is known of it alone.',
  )
})

test('one that says no more than the leaves do ties nothing, nor does one over a single leaf', () => {
  expect(halves(TIED, [5, 10]).proof.complete).toBe(true)
  expect(halves([TIED[1]], 3).proof.complete).toBe(true)
})
