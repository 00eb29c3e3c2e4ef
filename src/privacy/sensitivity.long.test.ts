import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rational } from '../exact/rational.ts'
import { seededEntropy } from '../noise/seeded.ts'
import { checkSensitivity } from './check-sensitivity.ts'
import {
  type AxisRecord,
  bucketOf,
  countOf,
  enumeratedSensitivity,
  type RecordStep,
  recordsOf,
  stepsWithin,
} from './enumerated-sensitivity.ts'
import { describeNeighbours, type Neighbours, type Partition, type Recode, unitOf } from './neighbours.ts'
import { FREE, partitionSensitivity, type Sensitivity } from './sensitivity.ts'

const DOMAIN = { place: 4, sex: 2, age: 3 }
const COUNTY = Int32Array.of(0, 0, 1, 1) // four blocks in two counties
const ADULT = Int32Array.of(-1, 0, 0)

const total: Partition = { name: 'total', axes: {} }
const countyTotals: Partition = { name: 'county totals', axes: { place: COUNTY } }
const adults: Partition = { name: 'adults', axes: { age: ADULT } }
const sexByBlock: Partition = { name: 'sex by block', axes: { place: 'each', sex: 'each' } }
const counties: Partition = { name: 'counties', axes: { place: COUNTY } }

function under(relation: Neighbours['relation'], ...invariants: Partition[]): Neighbours {
  const everybody = invariants.some(({ axes }) =>
    Object.values(axes).every((recode) => recode === 'each' || recode.every((value) => value >= 0)),
  )
  return { relation, domain: DOMAIN, exact: invariants.map(({ name }) => name), everybody }
}

function moves(l1: bigint, l2Squared = l1, lInfinity = 1n): Sensitivity {
  return { l1: rational(l1), l2Squared: rational(l2Squared), lInfinity: rational(lInfinity) }
}

describe('traps', () => {
  test('one cell when a person comes or goes, two when a person changes', () => {
    expect(partitionSensitivity(sexByBlock, under('add-remove-person'))).toEqual(moves(1n))
    expect(partitionSensitivity(sexByBlock, under('change-person'))).toEqual(moves(2n))
  })

  test('a public total makes a two-cell histogram twice as sensitive', () => {
    const sex: Partition = { name: 'sex', axes: { sex: 'each' } }
    expect(partitionSensitivity(sex, under('add-remove-person', total))).toEqual(moves(2n))
  })

  test('a person who changes region changes two nodes of a level', () => {
    expect(partitionSensitivity(counties, under('change-person'))).toEqual(moves(2n))
    expect(partitionSensitivity(counties, under('add-remove-person', total))).toEqual(moves(2n))
  })

  test('a query that no step moves is free', () => {
    expect(partitionSensitivity(total, under('change-person'))).toEqual(FREE)
    // Blocks are not determined by counties, though a person can no longer leave the county.
    expect(partitionSensitivity(sexByBlock, under('add-remove-person', countyTotals))).toEqual(moves(2n))
  })

  test('a filtered query loses one entry when only one can be left', () => {
    expect(partitionSensitivity(adults, under('change-person'))).toEqual(moves(1n))
    expect(partitionSensitivity(adults, under('add-remove-person'))).toEqual(moves(1n))
    expect(
      partitionSensitivity({ name: 'nobody', axes: { age: Int32Array.of(-1, -1, -1) } }, under('change-person')),
    ).toEqual(FREE)
  })

  test('invariants that together forbid every single change do not make a query free', () => {
    const parity: Partition = { name: 'odd blocks', axes: { place: Int32Array.of(0, 1, 0, 1) } }
    const blocks: Partition = { name: 'blocks', axes: { place: 'each' } }
    // Nobody can move alone, and two people can still exchange their blocks.
    expect(partitionSensitivity(blocks, under('change-person', countyTotals, parity))).toEqual(moves(2n))
    const sex: Partition = { name: 'sex by county', axes: { place: COUNTY, sex: 'each' } }
    expect(partitionSensitivity(sexByBlock, under('change-person', blocks, sex))).toEqual(moves(2n))
  })

  test('group sizes: one person joining moves one group from one size to the next', () => {
    const steps: RecordStep<number>[] = [1, 2, 3].flatMap((size) => [
      { gone: size, come: size + 1 },
      { gone: size + 1, come: size },
    ])
    const bySize = (size: number): Map<string, ReturnType<typeof rational>> => new Map([[`${size}`, rational(1n)]])
    const atMost = (size: number): Map<string, ReturnType<typeof rational>> =>
      new Map([1, 2, 3, 4].filter((k) => size <= k).map((k) => [`${k}`, rational(1n)]))
    expect(enumeratedSensitivity(steps, bySize)).toEqual(moves(2n))
    expect(enumeratedSensitivity(steps, atMost)).toEqual(moves(1n)) // cumulative counts
    expect(() => partitionSensitivity(total, under('join-leave-group'))).toThrow(RangeError)
  })
})

test('unknown axes and short recodes are refused by name', () => {
  const wrongAxis = { name: 'q', axes: { race: 'each' as const } }
  expect(() => partitionSensitivity(wrongAxis, under('change-person'))).toThrow(/"race".*place, sex, age/)
  const short = { name: 'q', axes: { age: Int32Array.of(0, 1) } }
  expect(() => partitionSensitivity(short, under('change-person'))).toThrow(/recodes 2 values of "age", which has 3/)
})

const recode = (size: number, lowest: number): fc.Arbitrary<Recode | undefined> =>
  fc.oneof(
    fc.constant(undefined),
    fc.constant('each' as const),
    fc
      .array(fc.integer({ min: lowest, max: 2 }), { minLength: size, maxLength: size })
      .map((classes) => Int32Array.from(classes)),
  )
const partition = (lowest: number): fc.Arbitrary<Partition> =>
  fc
    .record({ place: recode(4, lowest), sex: recode(2, lowest), age: recode(3, lowest) })
    .map(
      (axes) => ({ name: 'random', axes: Object.fromEntries(Object.entries(axes).filter(([, r]) => r)) }) as Partition,
    )
const relation = fc.constantFrom('add-remove-person' as const, 'change-person' as const)

test('the closed form is the definition', () => {
  fc.assert(
    fc.property(partition(-1), fc.array(partition(0), { maxLength: 2 }), relation, (query, invariants, kind) => {
      const neighbours = under(kind, ...invariants)
      const defined = enumeratedSensitivity(stepsWithin(neighbours, invariants), countOf(query))
      expect(partitionSensitivity(query, neighbours)).toEqual(defined)
    }),
    { numRuns: 500 },
  )
})

const record = fc.record({ place: fc.nat(3), sex: fc.nat(1), age: fc.nat(2) })

/** Answers by bucket. */
function counts(query: Partition, data: readonly AxisRecord[]): Map<string, number> {
  const found = new Map<string, number>()
  for (const one of data) {
    const bucket = bucketOf(query, one)
    if (bucket !== undefined) found.set(bucket, (found.get(bucket) ?? 0) + 1)
  }
  return found
}

function l1(a: Map<string, number>, b: Map<string, number>): number {
  const buckets = new Set([...a.keys(), ...b.keys()])
  return [...buckets].reduce((sum, bucket) => sum + Math.abs((a.get(bucket) ?? 0) - (b.get(bucket) ?? 0)), 0)
}

test('data that agree on all exact counts and differ in k records are at most k steps apart', () => {
  let compared = 0
  fc.assert(
    fc.property(
      fc.array(record, { minLength: 2, maxLength: 5 }),
      fc.constantFrom('place' as const, 'sex' as const, 'age' as const),
      partition(-1),
      fc.array(partition(-1), { minLength: 1, maxLength: 2 }),
      (data, axis, query, invariants) => {
        // Two people exchange one value: most exact counts stay, and no single change may keep them.
        const [a, b, ...rest] = data
        const swapped: AxisRecord[] = [{ ...a, [axis]: b[axis] }, { ...b, [axis]: a[axis] }, ...rest]
        if (invariants.some((invariant) => l1(counts(invariant, data), counts(invariant, swapped)) > 0)) return
        compared++
        const { l1: claimed } = partitionSensitivity(query, under('change-person', ...invariants))
        expect(l1(counts(query, data), counts(query, swapped))).toBeLessThanOrEqual(2 * Number(claimed.num))
      },
    ),
    { numRuns: 3000 },
  )
  expect(compared).toBeGreaterThan(300)
})

describe('the neighbour test', () => {
  const entropy = seededEntropy('neighbours')
  const records = recordsOf(DOMAIN)
  const pick = <T>(list: readonly T[]): T => list[entropy.belowSmall(list.length)]
  const dataset = (): AxisRecord[] => Array.from({ length: 1 + entropy.belowSmall(20) }, () => pick(records))
  const change = (data: AxisRecord[]): AxisRecord[] => data.with(entropy.belowSmall(data.length), pick(records))
  const histogram = (query: Partition): ((data: AxisRecord[]) => number[]) => {
    const buckets = [...new Set(records.map((record) => bucketOf(query, record)))].filter(
      (bucket) => bucket !== undefined,
    )
    return (data) => buckets.map((bucket) => data.filter((record) => bucketOf(query, record) === bucket).length)
  }

  test('passes a true claim and shows it tight', () => {
    const claimed = partitionSensitivity(sexByBlock, under('change-person'))
    expect(checkSensitivity({ measure: histogram(sexByBlock), dataset, step: change, claimed })).toEqual(claimed)
  })

  test('catches a claim made for another relation', () => {
    const claimed = partitionSensitivity(sexByBlock, under('add-remove-person'))
    expect(() => checkSensitivity({ measure: histogram(sexByBlock), dataset, step: change, claimed })).toThrow(
      /moved the answers by 2 in l1, but a sensitivity of 1 was claimed/,
    )
  })
})

test('the relation in words', () => {
  expect(describeNeighbours(under('add-remove-person'))).toBe('One record is added or removed.')
  expect(describeNeighbours(under('add-remove-person', countyTotals))).toMatch(
    /^One record changes to another\. "county totals" is published exactly, outside the guarantee/,
  )
  expect(describeNeighbours(under('add-remove-person', adults))).toMatch(
    /added or removed where no exact count includes/,
  )
  expect(describeNeighbours(under('join-leave-group'))).toMatch(/Founding or dissolving a group is outside/)
  const person = { protects: 'person', recordsPerPerson: 8 } as const
  expect(describeNeighbours({ ...under('add-remove-person'), ...person })).toBe('One person is added or removed.')
  expect(describeNeighbours({ ...under('change-person'), ...person })).toBe("One person's records change to others.")
  expect(unitOf({ ...under('change-person'), ...person })).toBe('one person changed to another')
})

describe('a person with several records', () => {
  const domain = { a: 2, b: 2 }
  const records = [0, 1, 2, 3]
  /** All ways to have at most `most` records. */
  const people = (most: number): number[][] =>
    most === 0
      ? [[]]
      : people(most - 1).flatMap((person) =>
          person.length < most - 1 ? [person] : [person, ...records.map((r) => [...person, r])],
        )
  /** The answers of one person's records. */
  const answers = (person: readonly number[], bucketOf: (record: number) => number): Map<number, number> => {
    const counts = new Map<number, number>()
    for (const record of person) {
      const bucket = bucketOf(record)
      if (bucket >= 0) counts.set(bucket, (counts.get(bucket) ?? 0) + 1)
    }
    return counts
  }

  test.each(['add-remove-person', 'change-person'] as const)(
    '%s: the claim is the largest step, listed one by one',
    (relation) => {
      const recodes: (Int32Array | 'each')[] = [
        'each',
        Int32Array.of(0, 0),
        Int32Array.of(0, -1),
        Int32Array.of(-1, -1),
      ]
      for (const most of [1, 2, 3])
        for (const a of recodes)
          for (const b of recodes) {
            const query = { name: 'query', axes: { a, b } }
            const classOf = (recode: Int32Array | 'each', value: number): number =>
              recode === 'each' ? value : recode[value]
            const bucketOf = (record: number): number => {
              const [x, y] = [classOf(a, record >> 1), classOf(b, record & 1)]
              return x < 0 || y < 0 ? -1 : 2 * x + y
            }
            let [l1, l2Squared, lInfinity] = [0, 0, 0]
            const all = people(most)
            for (const gone of all)
              for (const come of relation === 'change-person' ? all : [[]]) {
                // Without a bound on the records a change keeps their number: one for one.
                if (relation === 'change-person' && most === 1 && gone.length !== come.length) continue
                const [before, after] = [answers(gone, bucketOf), answers(come, bucketOf)]
                const moves = [0, 1, 2, 3].map((bucket) =>
                  Math.abs((before.get(bucket) ?? 0) - (after.get(bucket) ?? 0)),
                )
                l1 = Math.max(
                  l1,
                  moves.reduce((sum, move) => sum + move, 0),
                )
                l2Squared = Math.max(
                  l2Squared,
                  moves.reduce((sum, move) => sum + move ** 2, 0),
                )
                lInfinity = Math.max(lInfinity, ...moves)
              }
            const claimed = partitionSensitivity(query, { relation, domain, exact: [], recordsPerPerson: most })
            const what = `${relation}, at most ${most}, ${JSON.stringify([a, b])}`
            expect(
              [claimed.l1, claimed.l2Squared, claimed.lInfinity].map((x) => Number(x.num) / Number(x.den)),
              what,
            ).toEqual([l1, l2Squared, lInfinity])
          }
    },
  )
})
