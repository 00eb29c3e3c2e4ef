/** A release that is right passes every check; with one thing changed, exactly the checks that speak of it turn wrong. */
import { expect, test } from 'vitest'
import { append, before, checksAfter, checksOf, type Fault, swap, wrongAfter } from './fixtures/topdown-changes.ts'
import { earlierRelease, handMadeRelease } from './fixtures/topdown-release.ts'

test('a release that is right passes, with every check made', async () => {
  const checks = await checksAfter()
  expect(checks.filter(({ ok }) => !ok)).toEqual([])
  expect(checks.map(({ name }) => name)).toEqual([
    'regions',
    'whole numbers',
    'children add up',
    'facts',
    'fact: everybody',
    'fact: some young',
    'fact: few old',
    'fact: young and old',
    'fact: one house',
    'fact: room for all',
    'impossible',
    'stated checks',
    'answers',
    'standard errors',
    'microdata',
    'earlier release',
    'measurements',
    'exact answers',
    'residuals',
    'unit measurements',
    'units: residuals',
  ])
  expect(checks.filter(({ detail }) => detail.startsWith('not looked at'))).toEqual([])
  const figures = Object.fromEntries(checks.map(({ name, detail }) => [name, detail]))
  expect(figures['fact: few old']).toBe('tried: does not hold in 1 of 2 places, as the release says')
  expect(figures['fact: room for all']).toBe('holds in all 4 places')
  expect(figures.microdata).toBe('19 records are the cells of the leaves')
})

test('a release that extends none and publishes neither records nor measurements passes', async () => {
  const checks = await checksOf(earlierRelease())
  expect(checks.filter(({ ok }) => !ok)).toEqual([])
  expect(checks.map(({ name }) => name)).not.toContain('microdata')
  expect(checks[checks.length - 1]).toEqual({ name: 'measurements', ok: true, detail: 'not published' })
})

test('an extension without its earlier release says that it was not looked at', async () => {
  const earlier = (await checksOf(handMadeRelease())).find(({ name }) => name === 'earlier release')
  expect(earlier).toEqual({ name: 'earlier release', ok: true, detail: 'not looked at: name it with `earlier`' })
})

const NORTH_OLD_WOMEN = 'district,north,f,old,3,1.5'
const SOUTH_OLD_MEN = 'district,south,m,old,2,1.5'

/** Lines that are no cells are left out of every other check. */
const cells: readonly Fault[] = [
  ['a cell twice', append('cells.csv', NORTH_OLD_WOMEN), ['whole numbers']],
  ['a negative cell', append('cells.csv', 'district,south,f,old,-1,1'), ['whole numbers']],
  ['a zero cell', append('cells.csv', 'district,south,f,old,0,1'), ['whole numbers']],
  ['half a person', append('cells.csv', 'district,south,f,old,1.5,1'), ['whole numbers']],
  ['no count', append('cells.csv', 'district,south,f,old,,1'), ['whole numbers']],
  ['a count beyond 2^53', append('cells.csv', 'district,south,f,old,9007199254740993,1'), ['whole numbers']],
  ['an unknown label', append('cells.csv', 'district,south,x,old,1,1'), ['whole numbers']],
  ['an unknown region', append('cells.csv', 'district,west,f,old,1,1'), ['whole numbers']],
  ['a region of another level', append('cells.csv', 'all,north,f,old,1,1'), ['whole numbers']],
  ['an unknown level', append('cells.csv', 'street,north,f,old,1,1'), ['whole numbers']],
  ['an unknown kind of unit', append('units.csv', 'district,south,cave,1,1'), ['whole numbers']],
  ['no cells', ({ files }) => void delete files['cells.csv'], ['whole numbers']],
  [
    'a column missing',
    swap('cells.csv', 'level,region,sex,age,count,standard_error', 'level,region,sex,a,count,standard_error'),
    ['whole numbers'],
  ],
  ['NaN for a standard error', swap('cells.csv', SOUTH_OLD_MEN, 'district,south,m,old,2,NaN'), ['standard errors']],
  ['an infinite standard error', swap('cells.csv', SOUTH_OLD_MEN, 'district,south,m,old,2,inf'), ['standard errors']],
  ['a word for a standard error', swap('units.csv', 'all,all,hall,1,1', 'all,all,hall,1,none'), ['standard errors']],
]

/** What is made of a cell is wrong with it. */
const sums: readonly Fault[] = [
  [
    'one more at a leaf',
    swap('cells.csv', 'district,north,f,young,2,1.5', 'district,north,f,young,3,1.5'),
    ['children add up', 'answers', 'microdata', 'earlier release'],
  ],
  [
    'one more at an inner level',
    swap('cells.csv', 'all,all,f,young,3,1', 'all,all,f,young,4,1'),
    ['children add up', 'fact: everybody', 'answers', 'earlier release', 'exact answers'],
  ],
  [
    'another age at an inner level',
    swap('cells.csv', 'all,all,f,old,3,1', 'all,all,f,ancient,3,1'),
    ['children add up'],
  ],
  ['a missing line', swap('units.csv', 'all,all,hall,1,1'), ['children add up', 'answers']],
  [
    'a hall for a house at a leaf',
    swap('units.csv', 'district,south,house,3,1', 'district,south,house,2,1', 'district,south,hall,1,1'),
    ['children add up', 'microdata'],
  ],
]

const answers: readonly Fault[] = [
  ['an answer off by one', swap('answers.csv', 'all,all,sex,m,,7,1', 'all,all,sex,m,,8,1'), ['answers']],
  ['an answer missing', swap('answers.csv', 'district,south,grown,,grown,2,1'), ['answers']],
  ['an answer twice', append('answers.csv', 'all,all,sex,m,,7,1'), ['answers']],
  ['a label too many', swap('answers.csv', 'all,all,total,,,13,0', 'all,all,total,f,,13,0'), ['answers']],
  ['a label missing', append('answers.csv', 'all,all,sex,,,13,1'), ['answers']],
  ['a query of other levels, answered wrongly', append('answers.csv', 'all,all,grown,,grown,5,1'), ['answers']],
  ['an unknown query', append('answers.csv', 'all,all,shoe size,,,13,1'), ['answers']],
  ['an answer of the units missing', swap('answers.csv', 'district,south,units: total,,,3,1'), ['answers']],
  ['no file of answers', ({ files }) => void delete files['answers.csv'], ['answers']],
  ['a negative standard error', swap('answers.csv', 'all,all,sex,m,,7,1', 'all,all,sex,m,,7,-1'), ['standard errors']],
]

const records: readonly Fault[] = [
  ['a record missing', swap('microdata.csv', 'north,m,old'), ['microdata']],
  ['a record of an unknown age', append('microdata.csv', 'north,m,'), ['microdata']],
  ['a home too many', append('unit-microdata.csv', 'south,house'), ['microdata']],
]

const measurements: readonly Fault[] = [
  [
    'a measurement changed',
    swap('measurements.csv', 'all,all,total,,,,13,0', 'all,all,total,,,,12,0'),
    ['measurements'],
  ],
  [
    'measurements in another order',
    ({ files }) => void files['measurements.csv'].push(...files['measurements.csv'].splice(1, 1)),
    ['measurements'],
  ],
  ['an array changed', ({ arrays }) => void arrays['measurements/two.f64'].fill(0), ['unit measurements']],
  [
    'an array cut off',
    ({ files, arrays }) => {
      delete arrays['measurements/two.f64']
      files['measurements/two.f64'] = ['cut']
    },
    ['unit measurements'],
  ],
  ['arrays in another order', ({ result }) => void result.measurements.units.files.reverse(), ['unit measurements']],
  [
    'an array that is no output',
    ({ result }) => void result.measurements.units.files.push('../a.f64'),
    ['unit measurements'],
  ],
]

const claims: readonly Fault[] = [
  ['children said not to add up', ({ checks }) => void (checks.childrenAddUp = false), ['stated checks']],
  ['counts said not to be whole', ({ checks }) => void (checks.nonNegativeIntegers = false), ['stated checks']],
  ['facts said not to hold', ({ checks }) => void (checks.factsHold = false), ['stated checks']],
  ['a failsafe in silence', ({ result }) => void result.failsafe.push({}), ['stated checks']],
  ['nothing said', ({ checks }) => void delete checks.childrenAddUp, ['whole numbers']],
]

const earlier: readonly Fault[] = [
  [
    'an earlier leaf changed',
    before(swap('cells.csv', 'district,south,m,6,1', 'district,south,m,5,1')),
    ['earlier release'],
  ],
  ['an earlier inner cell changed', before(swap('cells.csv', 'all,all,m,7,1', 'all,all,m,8,1')), ['earlier release']],
  ['an earlier cell missing', before(swap('cells.csv', 'district,north,m,1,1')), ['earlier release']],
  ['an earlier place that is not here', before(append('cells.csv', 'district,west,m,1,1')), ['earlier release']],
  ['another release before', before((release) => void (release.runId = 'another')), ['earlier release']],
]

const foundations: readonly Fault[] = [
  ['an orphan', swap('regions.csv', 'district,south,all', 'district,south,everywhere'), ['regions']],
  ['a region twice', append('regions.csv', 'district,south,all'), ['regions']],
  ['a region too many', append('regions.csv', 'district,west,all'), ['regions']],
  ['other levels than those of the spec', ({ result }) => void (result.levels[1].name = 'county'), ['regions']],
  ['a manifest without levels', ({ result }) => void delete result.levels, ['manifest']],
]

test.each([...cells, ...sums, ...answers, ...records, ...measurements, ...claims, ...earlier, ...foundations])(
  '%s',
  async (_, change, wrong) => {
    expect(await wrongAfter(change)).toEqual(wrong)
  },
)
