/** What is exact is worked out a second time, from proofs that are multiplied and never believed. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anySpec, type PlannedSpec, plannedSpec } from '../../test/support/linked/small-specs.ts'
import { exactDocument } from '../measure/exact-document.ts'
import { isFixed } from '../measure/joint-plan.ts'
import { compileQuery } from '../model/index.ts'
import { RequestError } from '../request-error.ts'
import { ExactAnswers, type ShapeProof } from './exact-answers.ts'
import { exactFrame } from './exact-frame.ts'

const TABLES = ['people', 'units'] as const

function answersOf({ plans: [{ joint }] }: PlannedSpec, proofs: readonly ShapeProof[]): ExactAnswers {
  const { inherited = [], whole, ...request } = joint.request
  return new ExactAnswers(exactFrame({ ...request, inherited, whole }), proofs)
}

/** The spec's plan; undefined for one that leaves nobody anywhere. */
function planOf(small: Parameters<typeof plannedSpec>[0]): PlannedSpec | undefined {
  try {
    return plannedSpec(small)
  } catch (error) {
    if (error instanceof RequestError) return undefined
    throw error
  }
}

test('it finds what the plan found: what is exact, what is listed, whether anybody can come or go', () => {
  const count = { fixed: 0, open: 0, listed: 0, never: 0, everybody: 0 }
  fc.assert(
    fc.property(anySpec, (small) => {
      const planned = planOf(small)
      if (planned === undefined) return
      const { plans, hierarchy } = planned
      const { joint } = plans[0]
      const answers = answersOf(planned, exactDocument(joint).shapes)
      TABLES.forEach((table, t) => {
        const { schema } = joint.request.tables[t]
        for (const name of ['total', ...small[table].attributes.map((one) => one.name), 'detailed'])
          hierarchy.levels.forEach((_, level) => {
            const query = compileQuery(schema, name)
            const fixed = isFixed(joint, table, level, query)
            expect(answers.isFixed(table, level, query)).toBe(fixed)
            count[fixed ? 'fixed' : 'open']++
          })
        const names = (never: boolean) => plans[t].follows.filter((one) => one.never === never).map((one) => one.name)
        const listed = answers.listed(table)
        expect(listed).toEqual({ follows: names(false), never: names(true) })
        expect(answers.countsEverybody(table)).toBe(plans[t].neighbours.everybody)
        count.listed += listed.follows.length
        count.never += listed.never.length
        if (answers.countsEverybody(table)) count.everybody++
      })
    }),
    { numRuns: 30 },
  )
  for (const some of Object.values(count)) expect(some).toBeGreaterThan(0)
})

const flipped = (text: string): string => (text === '0' ? '1' : '0')

test('a proof in which anything is said to be tight, strict, empty or not, and is not so, is refused', () => {
  let tried = 0
  fc.assert(
    fc.property(anySpec, fc.nat(), (small, seed) => {
      const planned = planOf(small)
      if (planned === undefined || planned.world.lines.length === 0) return
      const proofs = exactDocument(planned.plans[0].joint).shapes
      const which = seed % proofs.length
      for (const part of ['lines', 'never', 'interior'] as const) {
        const texts = proofs[which][part]
        const at = seed % texts.length
        const forged = { ...proofs[which], [part]: texts.with(at, flipped(texts[at])) }
        expect(() => answersOf(planned, proofs.with(which, forged))).toThrow(/proof of what is exact .* does not hold/)
        const negative = { ...proofs[which], [part]: texts.with(at, `-${Number(texts[at]) + 1}`) }
        expect(() => answersOf(planned, proofs.with(which, negative))).toThrow(/does not hold/)
        const short = { ...proofs[which], [part]: texts.slice(1) }
        expect(() => answersOf(planned, proofs.with(which, short))).toThrow(/other (lines|classes)/)
        tried++
      }
      const { level } = proofs[which]
      const none = proofs.filter((one) => one.level !== level)
      expect(() => answersOf(planned, none)).toThrow(/nothing is said of what is exact at level/)
    }),
    { numRuns: 30 },
  )
  expect(tried).toBeGreaterThan(30)
})
