/** Implied constraints against the list of all extendable histograms, at the root, at inner nodes and at leaves. */
import { expect, test } from 'vitest'
import { RequestError } from '../../request-error.ts'
import { allowed, extendable } from './fixtures/brute-force.ts'
import { drawFrom, type Instance, type Kind, randomInstance } from './fixtures/random-instance.ts'
import { deriveImplied, type Implied } from './index.ts'

const PEOPLE = 6

function derived({ hierarchy, knowledge }: Instance, subsetElements: number): Implied | RequestError {
  try {
    return deriveImplied(hierarchy, knowledge, { subsetElements })
  } catch (error) {
    if (error instanceof RequestError && error.code === 'infeasible') return error
    throw error
  }
}

/** How many instances were proved complete; throws at the first point that should not be there, or is missing. */
function compare(instances: number, first: number, kind: Kind, modes: readonly number[]): Record<string, number> {
  const seen: Record<string, number> = { infeasible: 0 }
  for (let seed = first; seed < first + instances; seed++) {
    const instance = randomInstance(drawFrom(seed), kind)
    const truth = extendable(instance.hierarchy, instance.knowledge, PEOPLE)
    for (const mode of modes) {
      const implied = derived(instance, mode)
      if (implied instanceof RequestError) {
        const { level, node } = implied.facts as { level: number; node: number }
        expect(truth[level][node].size, `seed ${seed}, mode ${mode}: said to be infeasible`).toBe(0)
        seen.infeasible++
        continue
      }
      seen[implied.proof.theorem] = (seen[implied.proof.theorem] ?? 0) + 1
      compareNodes(instance, implied, truth, `seed ${seed}, mode ${mode}`)
    }
  }
  return seen
}

function compareNodes({ knowledge }: Instance, implied: Implied, truth: Set<string>[][], where: string): void {
  const cells = knowledge.releasedCells ?? knowledge.cells
  truth.forEach((nodes, level) => {
    nodes.forEach((points, node) => {
      const found = allowed(implied, level, node, cells, PEOPLE)
      const missing = [...points].filter((point) => !found.has(point))
      const extra = [...found].filter((point) => !points.has(point))
      const place = `${where}, level ${level}, node ${node}`
      expect(missing, `${place}: extendable but refused`).toEqual([])
      if (implied.proof.complete) expect(extra, `${place}: allowed but not extendable`).toEqual([])
    })
  })
}

test('600 laminar instances: subsets and networks allow exactly the extendable histograms', () => {
  const seen = compare(600, 1, {}, [10, 1])
  expect(seen['Theorem 3, generalised polymatroids']).toBeGreaterThan(300)
  expect(seen['Theorem 3, network flow']).toBeGreaterThan(200)
})

test('600 instances with facts at inner levels', () => {
  const seen = compare(600, 10_000, { inner: true, zeros: true }, [10, 1])
  expect(seen['Theorem 3, generalised polymatroids']).toBeGreaterThan(200)
  expect(seen['Theorem 3, network flow']).toBeGreaterThan(50)
})

test('400 instances of a finer schema than the released one', () => {
  const seen = compare(400, 20_000, { project: true, zeros: true }, [10, 1])
  expect(seen['Theorem 3, generalised polymatroids']).toBeGreaterThan(100)
})

test('200 instances of a finer schema with facts at inner levels', () => {
  const seen = compare(200, 30_000, { project: true, inner: true }, [10, 1])
  expect(seen['Theorem 3, generalised polymatroids']).toBeGreaterThan(40)
})

test('200 instances of two exact margins with two values each', () => {
  const seen = compare(200, 40_000, { twoByTwo: true }, [10])
  expect(seen['Lemma 1']).toBeGreaterThan(100)
})

test('100 instances of two exact margins with facts at inner levels and structural zeros', () => {
  const seen = compare(100, 50_000, { twoByTwo: true, inner: true, zeros: true }, [10])
  expect(seen['Lemma 1']).toBeGreaterThan(20)
})
