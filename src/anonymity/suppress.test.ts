import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anonymize, METHODS } from './anonymize.ts'
import { stepLimit } from './improve/anytime.ts'
import { SUPPRESSED } from './problem/problem.ts'
import type { SensitiveRule } from './problem/sensitive-rules.ts'
import { checkClasses } from './publish/checker.ts'

const numeric = (values: readonly number[]) => ({
  kind: 'numeric' as const,
  name: 'a',
  values: Float64Array.from(values),
})
const suppressedOf = (classOf: Int32Array): number[] =>
  Array.from(classOf.keys()).filter((i) => classOf[i] === SUPPRESSED)

test('one outlier is not suppressed alone: others go with it, and only within the limit', async () => {
  const values = [...Array.from({ length: 40 }, (_, i) => i % 8), 500]
  const problem = { records: 41, k: 3, attributes: [numeric(values)] }
  const run = async (mostSuppressed: number) => {
    const found = await anonymize(problem, { mostSuppressed, progress: stepLimit(4000) })
    if (found.kind !== 'classes') throw new Error('classes were asked for')
    expect(checkClasses(problem, found.classOf, { mostSuppressed }).faults).toEqual([])
    return found
  }
  const [none, few, enough] = [await run(0), await run(2), await run(3)]
  expect(suppressedOf(few.classOf)).toEqual([])
  expect(few.figures.loss).toBeCloseTo(none.figures.loss, 9)
  expect(suppressedOf(enough.classOf)).toEqual([]) // three suppressed lose what one class of three with the outlier loses
  const two = { ...problem, records: 42, attributes: [numeric([...values, 900])] }
  const found = await anonymize(two, { mostSuppressed: 4, progress: stepLimit(4000), method: 'initial' })
  if (found.kind !== 'classes') throw new Error('classes were asked for')
  expect(checkClasses(two, found.classOf, { mostSuppressed: 4 }).faults).toEqual([])
})

test('the checker takes the suppressed for a class: too few, or against a rule, is a fault', () => {
  const problem = { records: 6, k: 2, attributes: [numeric([1, 1, 2, 2, 9, 8])] }
  const rules: SensitiveRule[] = [
    { kind: 'distinct', name: 's', codes: Int32Array.of(0, 1, 0, 1, 1, 1), values: 2, l: 2 },
  ]
  const faults = (classOf: number[], rest: readonly SensitiveRule[] = []) =>
    checkClasses(problem, Int32Array.from(classOf), { rules: rest, mostSuppressed: 2 }).faults
  expect(faults([0, 0, 1, 1, 1, -1])).toEqual(['1 records are suppressed, fewer than 2'])
  expect(faults([0, 0, 1, 1, -1, -1])).toEqual([])
  expect(faults([0, 0, 1, 1, -1, -1], rules)).toEqual(['1 classes break the distinct rule on "s"'])
})

test('under rules and any limit the suppressed are none, or a class', async () => {
  let [suppressed, filled] = [0, 0]
  const methods = METHODS.filter((method) => ['mondrian', 'greedy', 'initial', 'mdav'].includes(method))
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.oneof(fc.nat(9), fc.nat(1000)), fc.nat(2)), { minLength: 8, maxLength: 24 }),
      fc.integer({ min: 2, max: 3 }),
      fc.nat(8),
      fc.constantFrom(...methods),
      async (records, k, mostSuppressed, method) => {
        const codes = Int32Array.from(records, ([, code]) => code)
        fc.pre(new Set(codes).size > 1)
        const rules: SensitiveRule[] = [{ kind: 'distinct', name: 's', codes, values: 3, l: 2 }]
        const problem = { records: records.length, k, attributes: [numeric(records.map(([value]) => value))] }
        const found = await anonymize(problem, { method, rules, mostSuppressed, bound: false })
        if (found.kind !== 'classes') throw new Error('classes were asked for')
        expect(checkClasses(problem, found.classOf, { rules, mostSuppressed }).faults).toEqual([])
        const hidden = suppressedOf(found.classOf).length
        if (hidden > 0) suppressed++
        if (hidden === k) filled++
      },
    ),
    { numRuns: 300 },
  )
  expect(suppressed).toBeGreaterThan(0)
  expect(filled).toBeGreaterThan(0)
})
