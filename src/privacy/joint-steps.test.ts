import fc from 'fast-check'
import { expect, test } from 'vitest'
import { classesOf, type JointTables } from './joint-facts.ts'
import { mostDemanded, type StepRequest, unitSteps } from './joint-steps.ts'

/** Two kinds of people and up to three of units, in one place or in two. */
const PEOPLE = 2
const level = fc.integer({ min: 0, max: 1 })
const subset = (size: number) =>
  fc.subarray(
    Array.from({ length: size }, (_, i) => i),
    { minLength: 1 },
  )

const anyRequest = (change: boolean): fc.Arbitrary<StepRequest> =>
  fc.integer({ min: 1, max: 3 }).chain((units) => {
    const counted = fc.record({ level, of: subset(units), apart: fc.boolean() })
    const tie = fc.record({ level, people: subset(PEOPLE), units: subset(units), way: fc.constantFrom(1n, -1n) })
    const cells = PEOPLE + units
    const placed = (of: readonly number[]) =>
      Uint8Array.from({ length: cells }, (_, cell) => (of.includes(cell) ? 1 : 0))
    const homes = (of: readonly number[]) => placed(of.map((unit) => PEOPLE + unit))
    const asFacts = (some: readonly { level: number; of: readonly number[]; apart: boolean }[], name: string) =>
      some.map((one, i) => ({
        name: `${name} ${i}`,
        level: one.level,
        bucketOf: Int32Array.from(homes(one.of), (isIn, cell) => (isIn === 0 ? -1 : one.apart ? cell : 0)),
        disclosed: true,
      }))
    return fc
      .record({
        facts: fc.array(counted, { maxLength: 2 }),
        bounds: fc.array(counted, { maxLength: 1 }),
        ties: fc.array(tie, { maxLength: 3 }),
        zero: fc.constantFrom(-1, -1, -1, ...Array.from({ length: cells }, (_, cell) => cell)),
        leaves: fc.constantFrom(
          [[0, 0]],
          [
            [0, 0],
            [0, 1],
          ],
        ),
      })
      .map(({ facts, bounds, ties, zero, leaves }): StepRequest => {
        const joint: JointTables = {
          tables: [
            { first: 0, cells: PEOPLE },
            { first: PEOPLE, cells: units },
          ],
          levels: 2,
          zero: placed([zero]),
          facts: asFacts(facts, 'fact'),
          lines: ties.map((one, i) => ({
            name: `tie ${i}`,
            level: one.level,
            terms: [
              { cells: placed(one.people), times: one.way },
              { cells: homes(one.units), times: -one.way },
            ],
          })),
        }
        const own = asFacts(bounds, 'bound')
        const classes = classesOf({ ...joint, facts: [...joint.facts, ...own] })
        return { joint, classes, bounds: own, leaves, records: 1, change }
      })
  })

test.each([false, true])(
  'where sets are nested no more units than records are ever demanded; changes: %s',
  (change) => {
    const count = { nested: 0, tight: 0, more: 0 }
    fc.assert(
      fc.property(anyRequest(change), (request) => {
        const { units, records, proof } = unitSteps(request)
        const most = mostDemanded(request)
        expect(records).toBe(change ? 2 : 1)
        if (proof === 'nested') {
          count.nested++
          if (most === records) count.tight++
          expect(most ?? 0).toBeLessThanOrEqual(records)
          expect(units).toBe(records)
        } else if (proof === 'enumerated') {
          expect(units).toBe(Math.max(records, most ?? 0))
          if (units > records) count.more++
        } else expect(most).toBeUndefined()
      }),
      { numRuns: 200 },
    )
    expect(count.nested).toBeGreaterThan(50)
    expect(count.tight).toBeGreaterThan(change ? 0 : 15)
    expect(count.more).toBeGreaterThan(1)
  },
)

test('a person with several records is not enumerated', () => {
  const [request] = fc.sample(anyRequest(false), 1)
  const crossing = {
    name: 'two for one',
    level: 0,
    terms: [
      { cells: Uint8Array.from(request.joint.zero, (_, cell) => (cell === 0 ? 1 : 0)), times: 1n },
      { cells: Uint8Array.from(request.joint.zero, (_, cell) => (cell >= PEOPLE ? 1 : 0)), times: -2n },
    ],
  }
  const joint = { ...request.joint, lines: [crossing] }
  expect(unitSteps({ ...request, joint, records: 3 })).toEqual({ records: 3, units: 3, proof: 'none' })
})
