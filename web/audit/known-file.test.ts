import { expect, test } from 'vitest'
import { applyingFacts, EMPTY_DESIGN } from './design.ts'
import { factsOf, knownCsv } from './known-file.ts'

const table = {
  variables: [
    { name: 'town', levels: ['north', 'south, far'] },
    { name: 'sex', levels: ['f', 'm'] },
    { name: 'age', levels: ['<18', '18+'] },
  ],
  codes: [],
  counts: new Float64Array(),
}
const design = { ...EMPTY_DESIGN, rows: ['town'], columns: ['sex', 'age'] }

test('facts of a file are read back as they were written: a cell, a sum of cells, a row', () => {
  const columns = ['town', 'sex', 'age', 'lower', 'upper']
  const rows = [
    ['north', 'f', '18+', '3', ''],
    ['north', '', '<18', '1', '4'],
    ['south, far', '', '', '', '9'],
    ['east', '', '', '1', ''],
  ]
  const facts = factsOf({ columns, rows }, design.rows)
  const known = { ...design, known: facts }
  expect(applyingFacts(table, known).map(({ bound: { row, columns } }) => [row, columns])).toEqual([
    [0, [1]],
    [0, [0, 2]],
    [1, undefined],
  ])
  expect(knownCsv(table, known)).toBe('town,sex,age,lower,upper\nnorth,f,18+,3,\nnorth,,<18,1,4\n"south, far",,,,9\n')
})

test('a bound that is no whole number is refused by its line', () => {
  const lines = { columns: ['town', 'lower'], rows: [['north', 'some']] }
  expect(() => factsOf(lines, ['town'])).toThrow('Known facts, line 2, lower: a bound is a whole number')
})
