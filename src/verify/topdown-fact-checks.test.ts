/** Public facts and impossible cells: each broken or misstated one turns its own check wrong. */
import { expect, test } from 'vitest'
import { all, append, checksAfter, claimed, type Fault, inSpec, swap, wrongAfter } from './fixtures/topdown-changes.ts'

const faults: readonly Fault[] = [
  [
    'a place broken',
    swap('facts.csv', 'some young,enforced,people,district,north,,1,', 'some young,enforced,people,district,north,,3,'),
    ['fact: some young'],
  ],
  [
    'a true count that is not kept',
    swap('facts.csv', 'everybody,enforced,people,all,all,,13,13', 'everybody,enforced,people,all,all,,14,14'),
    ['fact: everybody'],
  ],
  [
    'a true count with room',
    swap('facts.csv', 'everybody,enforced,people,all,all,,13,13', 'everybody,enforced,people,all,all,,12,13'),
    ['fact: everybody'],
  ],
  [
    'another bound than the one of the spec',
    swap('facts.csv', 'one house,enforced,units,district,south,,1,', 'one house,enforced,units,district,south,,2,'),
    ['fact: one house'],
  ],
  ['a bound left out', swap('facts.csv', 'few old,tried,people,district,south,,0,3'), ['fact: few old']],
  ['a bound twice', append('facts.csv', 'few old,tried,people,district,south,,0,3'), ['fact: few old']],
  ['a bound on an unknown region', append('facts.csv', 'few old,tried,people,district,west,,0,3'), ['facts']],
  ['a bound that is no number', append('facts.csv', 'few old,tried,people,district,south,,0,many'), ['facts']],
  ['a tried fact with a wrong claim', claimed(2, 0), ['fact: few old']],
  ['a checked ratio with a wrong claim', claimed(3, 2), ['fact: young and old']],
  ['an enforced fact said to be broken', claimed(1, 1), ['fact: some young']],
  ['a fact left out of the manifest', ({ result }) => void result.facts.splice(3, 1), ['facts']],
  ['a fact that is not in the spec', ({ result }) => void (result.facts[3].field = 'public[9]'), ['facts']],
  ['an enforced fact listed as checked', inSpec('mode: checked', 'mode: enforced'), ['facts']],
  ['a link broken', inSpec('"5/2"', '"9/4"'), ['fact: room for all']],
  ['a link broken from below', inSpec('atLeastTimes: 1', 'atLeastTimes: 2.01'), ['fact: room for all']],
  [
    'somebody in an impossible cell',
    all(
      swap('cells.csv', 'all,all,f,old,3,1', 'all,all,f,ancient,3,1'),
      swap('cells.csv', 'district,north,f,old,3,1.5', 'district,north,f,ancient,3,1.5'),
      ({ files }) => void (files['microdata.csv'] = files['microdata.csv'].map((l) => l.replace('f,old', 'f,ancient'))),
      claimed(2, 0),
      inSpec('{ times: 2, of: { age: [old] } }', '{ times: 2, of: { grown: [grown] } }'),
      inSpec('sex: [m], age: [ancient]', 'sex: [f], age: [ancient]'),
    ),
    ['impossible'],
  ],
  [
    'a unit that cannot be',
    all(
      swap('units.csv', 'all,all,hall,1,1', 'all,all,tent,1,1'),
      swap('units.csv', 'district,north,hall,1,1', 'district,north,tent,1,1'),
      swap('unit-microdata.csv', 'north,hall', 'north,tent'),
    ),
    ['impossible'],
  ],
  [
    'different facts of one name',
    all(
      inSpec('name: few old', 'name: some young'),
      inSpec('mode: tried', 'mode: enforced'),
      ({ result }) => void Object.assign(result.facts[2], { name: 'some young', mode: 'enforced' }),
    ),
    ['manifest'], // its spec would not have been accepted
  ],
]

test.each(faults)('%s', async (_, change, wrong) => {
  expect(await wrongAfter(change)).toEqual(wrong)
})

test('a fact on attributes that a later release will add is not looked at, and says so', async () => {
  const later =
    'topdown: { later: { attributes: [{ name: work, levels: [yes, "no"] }], public: [{ name: idle, level: all, where: { work: [yes] }, atMost: 1 }] } }'
  const checks = await checksAfter(
    all(
      inSpec('tacet: 1', `tacet: 1\n${later.replaceAll('yes', '"yes"')}`),
      ({ result }) =>
        void result.facts.push({
          ...result.facts[0],
          name: 'idle',
          table: 'later',
          field: 'topdown.later.public[0]',
          broken: null,
        }),
    ),
  )
  expect(checks.filter(({ ok }) => !ok)).toEqual([])
  expect(checks.find(({ name }) => name === 'fact: idle')?.detail).toMatch(/^not looked at/)
})
