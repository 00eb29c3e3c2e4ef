import { expect, test } from 'vitest'
import { withChanges } from './change-spec.ts'

const TEXT = `# A plan.
tacet: 1
source: { file: people.csv }   # the register
privacy:
  epsilon: 2      # agreed in May
  levels: { all: 1/2, ward: 1/2 }
workload:
  - { query: total }   # asked by everybody
  - { query: sex }
`

test('what is not changed keeps its comments, its order and its form', () => {
  const text = withChanges(TEXT, [
    { path: ['privacy', 'levels', 'ward'], value: '0.4' },
    { path: ['privacy', 'levels', 'all'], value: '0.6' },
    { path: ['workload', 1, 'share'], value: '1/3' },
  ])
  expect(text).toBe(
    TEXT.replace('{ all: 1/2, ward: 1/2 }', '{ all: "0.6", ward: "0.4" }')
      .replace('{ query: sex }', '{ query: sex, share: 1/3 }')
      .replaceAll(/ {2,}#/g, ' #'),
  )
})

test('a map is brought to the given one, field by field; null takes a field away', () => {
  expect(
    withChanges('audit:\n  rows: [a] # why\n  small: 5\n  decimals: 2\n', [
      { path: ['audit'], value: { rows: ['a'], small: 3 } },
    ]),
  ).toBe('audit:\n  rows: [ a ] # why\n  small: 3\n')
  expect(withChanges('a: 1\nb: 2\n', [{ path: ['a'], value: null }])).toBe('b: 2\n')
})

test('a new spec begins with its version', () => {
  expect(withChanges('', [{ path: ['source'], value: { file: 'x.csv' } }])).toMatch(
    /^# A Tacet spec.*\ntacet: 1\nsource:\n {2}file: x.csv\n$/,
  )
})
