import { expect, test } from 'vitest'
import { anonymize, METHODS } from './anonymize.ts'
import { stepLimit } from './improve/anytime.ts'
import {
  combineBlocks,
  gatherIntoBlocks,
  packPoints,
  solveBlock,
  splitIntoBlocks,
  unpackPoints,
} from './improve/record-blocks.ts'
import { Random } from './improve/search-random.ts'
import { pointsOf, subset } from './points/points.ts'
import type { AnonymityProblem, QuasiIdentifier } from './problem/problem.ts'
import { checkClasses } from './publish/checker.ts'

const numbers = (name: string, values: ArrayLike<number>): QuasiIdentifier => ({
  kind: 'numeric',
  name,
  values: Float64Array.from(values),
})

const CLASSES = METHODS.filter((method) => !method.startsWith('doka') && method !== 'full-domain')

test('a constant column costs nothing and all rows equal are one class', async () => {
  const problem: AnonymityProblem = {
    records: 9,
    k: 3,
    attributes: [numbers('constant', Array(9).fill(4)), numbers('same', Array(9).fill(7))],
  }
  for (const method of CLASSES) {
    const found = await anonymize(problem, { method, progress: stepLimit(1000) })
    if (found.kind !== 'classes') throw new Error('classes were asked for')
    expect(found.figures, method).toMatchObject({ loss: 0, classes: 1, smallest: 9 })
    expect(found.lowerBound).toBe(0)
  }
})

test('k = 1 publishes the file as it is; k = n makes one class; k > n is refused', async () => {
  const attributes = [numbers('a', [1, 2, 3, 4, 5])]
  for (const method of CLASSES) {
    const single = await anonymize({ records: 5, k: 1, attributes }, { method, progress: stepLimit(1000) })
    const one = await anonymize({ records: 5, k: 5, attributes }, { method, progress: stepLimit(1000) })
    if (single.kind !== 'classes' || one.kind !== 'classes') throw new Error('classes were asked for')
    expect(single.figures.loss, method).toBe(0)
    expect(one.figures, method).toMatchObject({ loss: 5, classes: 1 })
  }
  await expect(anonymize({ records: 5, k: 6, attributes })).rejects.toThrow('fewer records than k = 6')
})

test('what cannot be anonymised is refused with its name', async () => {
  const run = (attribute: QuasiIdentifier, k = 2) => anonymize({ records: 3, k, attributes: [attribute] })
  await expect(run(numbers('age', [1, Number.NaN, 3]))).rejects.toThrow(
    '"age" has a value that is missing or not a number',
  )
  await expect(run(numbers('age', [1, 2]))).rejects.toThrow('"age" does not have one value for each of the 3 records')
  await expect(run({ ...numbers('age', [1, 2, 3]), weight: -1 })).rejects.toThrow('The weight of "age" is -1')
  await expect(run(numbers('age', [1, 2, 3]), 1.5)).rejects.toThrow('k is 1.5')
  await expect(anonymize({ records: 3, k: 2, attributes: [] })).rejects.toThrow('No quasi-identifier')
  await expect(
    anonymize({ records: 3, k: 2, attributes: [numbers('a', [1, 2, 3])] }, { method: 'full-domain' }),
  ).rejects.toThrow('needs a hierarchy for "a"')
})

test('a million distinct categories', async () => {
  const n = 2000
  const codes = Int32Array.from({ length: n }, (_, i) => (i * 499) % 1_000_000)
  const labels = Array.from({ length: 1_000_000 }, (_, code) => String(code))
  const problem: AnonymityProblem = {
    records: n,
    k: 5,
    attributes: [{ kind: 'categorical', name: 'id', codes, labels }, numbers('a', codes)],
  }
  for (const method of ['mondrian', 'greedy', 'anytime'] as const) {
    const found = await anonymize(problem, { method, progress: stepLimit(10_000), bound: false })
    if (found.kind !== 'classes') throw new Error('classes were asked for')
    expect(checkClasses(problem, found.classOf).faults).toEqual([])
  }
})

test('blocks solved apart, gathered again and solved again make one valid partition that only gets better', () => {
  const random = new Random('blocks')
  const column = () => Float64Array.from({ length: 3000 }, () => random.below(1000))
  const problem: AnonymityProblem = {
    records: 3000,
    k: 4,
    attributes: [numbers('a', column()), numbers('b', column())],
  }
  const points = pointsOf(problem)
  const blocks = splitIntoBlocks(points, 4, 500)
  expect(blocks.length).toBeGreaterThanOrEqual(6)
  expect(blocks.reduce((sum, records) => sum + records.length, 0)).toBe(3000)
  const solve = (start?: Int32Array) => (records: Int32Array) =>
    solveBlock(unpackPoints(structuredClone(packPoints(subset(points, records)))), 4, {
      progress: stepLimit(20_000),
      ...(start && { start: records.map((record) => start[record]) }),
    }).classOf
  const first = combineBlocks(3000, blocks, blocks.map(solve()))
  const before = checkClasses(problem, first)
  expect(before.faults).toEqual([])
  const again = gatherIntoBlocks(points, first, 700)
  const second = combineBlocks(3000, again, again.map(solve(first)))
  const after = checkClasses(problem, second)
  expect(after.faults).toEqual([])
  expect(after.loss).toBeLessThan(before.loss)
})

test('freeform rounds end in a file of many equal records, without a deep recursion, and stay cheap', async () => {
  const n = 12_000
  const attributes = [
    numbers(
      'a',
      Array.from({ length: n }, (_, i) => i % 40),
    ),
    numbers(
      'b',
      Array.from({ length: n }, (_, i) => (i * 7919) % 12),
    ),
  ]
  for (const method of ['doka-greedy', 'doka-sortgreedy'] as const) {
    const found = await anonymize({ records: n, k: 5, attributes }, { method })
    if (found.kind !== 'freeform') throw new Error('a freeform result was asked for')
    for (let round = 0; round < 5; round++) {
      const partners = new Set(Array.from({ length: n }, (_, i) => found.partners[i * 5 + round]))
      expect(partners.size, `${method}, round ${round}`).toBe(n) // each round is a permutation
    }
    expect(found.loss / n).toBeLessThan(0.05)
  }
})
