import { expect, test } from 'vitest'
import { rational } from '../exact/rational.ts'
import { buildHierarchy } from '../model/hierarchy.ts'
import { seededEntropy } from '../noise/seeded.ts'
import { checkSensitivity } from '../privacy/check-sensitivity.ts'
import { type Contribution, enumeratedSensitivity, type RecordStep } from '../privacy/enumerated-sensitivity.ts'
import { chainVector } from './chain.ts'
import { groupSensitivity } from './sensitivity.ts'
import { tableFromLeaves } from './table.ts'
import { countGroups } from './tabulate.ts'
import { vectorOf } from './vector.ts'

const hierarchy = buildHierarchy(
  ['top', 'state', 'county'],
  [
    ['A', 'a'],
    ['A', 'b'],
    ['B', 'c'],
    ['B', 'd'],
    ['B', 'e'],
  ],
)
const SIZES = 6
const CASES = (['counts', 'cumulative', 'chain', 'sorted'] as const).flatMap((vector) =>
  [0, 1, 2].flatMap((level) => [1, 3].map((quantity) => [vector, level, quantity] as const)),
)

interface Groups {
  readonly leaf: readonly number[]
  readonly size: readonly number[]
}

const entropy = seededEntropy('neighbours')
const draw = (low: number, high: number): number => low + entropy.belowSmall(high - low + 1)

function randomGroups(): Groups {
  const count = draw(1, 12)
  const pick = (low: number, high: number): number[] => Array.from({ length: count }, () => draw(low, high))
  return { leaf: pick(0, 4), size: pick(1, SIZES) }
}

/** One person joins or leaves one group, with a quantity of up to `most`. */
function step(groups: Groups, most: number): Groups {
  const at = draw(0, groups.size.length - 1)
  const size = groups.size.map((before, i) => {
    if (i !== at) return before
    const change = draw(1, most) * (draw(0, 1) === 0 ? 1 : -1)
    return Math.min(SIZES, Math.max(1, before + change))
  })
  return { leaf: groups.leaf, size }
}

test.each(CASES)('no neighbour moves the %s of level %i further than claimed at quantity %i', (vector, level, most) => {
  const regions = hierarchy.levels[level].regions.length
  const claimed = groupSensitivity({ vector, regions, sizes: SIZES, largestQuantity: most })
  const measure = (groups: Groups): Float64Array => {
    const leaves = countGroups({ hierarchy, sizes: SIZES }, groups)
    return vectorOf(vector, tableFromLeaves({ hierarchy, sizes: SIZES }, leaves).layers[level], SIZES)
  }
  const seen = checkSensitivity({ measure, dataset: randomGroups, step: (g) => step(g, most), claimed, trials: 500 })
  expect(seen.l1).toEqual(claimed.l1) // the claim is tight
})

test.each(CASES.filter(([vector]) => vector !== 'sorted'))(
  'the %s of level %i have the enumerated sensitivity at quantity %i',
  (vector, level, most) => {
    const regions = hierarchy.levels[level].regions.length
    const leafCells = 5 * SIZES
    /** What one group adds to every entry. */
    const contribution = (cell: number): Contribution => {
      const leaves = new Float64Array(leafCells)
      leaves[cell] = 1
      const answers = vectorOf(vector, tableFromLeaves({ hierarchy, sizes: SIZES }, leaves).layers[level], SIZES)
      return new Map(Array.from(answers, (x, i) => [String(i), rational(BigInt(x))] as const))
    }
    const steps: RecordStep<number>[] = []
    for (let cell = 0; cell < leafCells; cell++) {
      for (let more = 1; more <= most && (cell % SIZES) + more < SIZES; more++)
        steps.push({ gone: cell, come: cell + more })
    }
    const claimed = groupSensitivity({ vector, regions, sizes: SIZES, largestQuantity: most })
    expect(enumeratedSensitivity(steps, contribution)).toEqual(claimed)
  },
)

test('a neighbour pair moves as many entries of the chain as the level has regions', () => {
  const before = chainVector(Float64Array.of(1, 0, 1, 0, 1, 0), 2) // three regions with a group of size 1 each
  const after = chainVector(Float64Array.of(0, 1, 1, 0, 1, 0), 2) // in the first it has grown to size 2
  expect([...before]).toEqual([1, 2, 3, 3, 3, 3])
  expect([...after]).toEqual([0, 1, 2, 3, 3, 3])
})

test('one size leaves nothing to protect', () => {
  const claimed = groupSensitivity({ vector: 'chain', regions: 9, sizes: 1, largestQuantity: 1 })
  expect(claimed.l1.num).toBe(0n)
})

test('sorted sizes: a person of quantity 3 moves one entry by 3, or three by 1', () => {
  const claimed = groupSensitivity({ vector: 'sorted', regions: 1, sizes: 6, largestQuantity: 3 })
  expect(claimed).toEqual({ l1: rational(3n), l2Squared: rational(9n), lInfinity: rational(3n) })
  const sorted = (...counts: number[]): number[] => [...vectorOf('sorted', Float64Array.of(...counts), 6)]
  expect([sorted(1, 0, 0, 0, 0, 1), sorted(0, 0, 0, 1, 0, 1)]).toEqual([
    [1, 6],
    [4, 6],
  ])
  expect([sorted(1, 1, 1, 0, 0, 0), sorted(0, 1, 1, 1, 0, 0)]).toEqual([
    [1, 2, 3],
    [2, 3, 4],
  ])
})

const WHOLE = (['counts', 'cumulative', 'chain'] as const).flatMap((vector) =>
  [0, 1, 2].map((level) => [vector, level] as const),
)

/** One group is founded anywhere, or one of those there is dissolved. */
function foundOrDissolve({ leaf, size }: Groups): Groups {
  const at = draw(0, size.length - 1)
  const rest = (values: readonly number[]): number[] => values.filter((_, i) => i !== at)
  if (draw(0, 1) === 0) return { leaf: rest(leaf), size: rest(size) }
  return { leaf: [...leaf, draw(0, 4)], size: [...size, draw(1, SIZES)] }
}

test.each(WHOLE)(
  'a group that is founded or dissolved moves the %s of level %i no further than claimed',
  (vector, level) => {
    const regions = hierarchy.levels[level].regions.length
    const question = { vector, regions, sizes: SIZES, largestQuantity: 1 }
    const claimed = groupSensitivity({ ...question, relation: 'add-remove-group' })
    const measure = (groups: Groups): Float64Array => {
      const leaves = countGroups({ hierarchy, sizes: SIZES }, groups)
      return vectorOf(vector, tableFromLeaves({ hierarchy, sizes: SIZES }, leaves).layers[level], SIZES)
    }
    const seen = checkSensitivity({ measure, dataset: randomGroups, step: foundOrDissolve, claimed, trials: 2000 })
    expect(seen.l1).toEqual(claimed.l1) // the claim is tight
  },
)

test('a group whose size changes is two steps: it moves the counts twice as far as one that is founded', () => {
  const question = { vector: 'counts', regions: 1, sizes: 6, largestQuantity: 5 } as const
  const change = groupSensitivity(question)
  const whole = groupSensitivity({ ...question, relation: 'add-remove-group' })
  expect([change.l1, whole.l1]).toEqual([rational(2n), rational(1n)])
})

test('sorted sizes cannot be measured when the number of groups may change', () => {
  const question = { vector: 'sorted', regions: 1, sizes: 6, largestQuantity: 1, relation: 'add-remove-group' } as const
  expect(() => groupSensitivity(question)).toThrow(RangeError)
})
