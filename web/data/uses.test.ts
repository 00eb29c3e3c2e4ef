import { expect, test } from 'vitest'
import type { ColumnDescription, FileDescription } from '../answers.ts'
import { auditColumns, countIn, fittedUses, planColumns, proposedUses, usesFor, withUse } from './uses.ts'

const column = (name: string, known: Partial<ColumnDescription>): ColumnDescription => ({
  name,
  type: 'text',
  distinct: 4,
  missing: 0,
  levels: [],
  smallest: null,
  largest: null,
  earliest: null,
  latest: null,
  looksLike: 'quasi-identifier',
  role: 'quasi-identifier',
  doubt: null,
  ...known,
})

const file: FileDescription = {
  path: 'people.csv',
  read: {},
  doubtfulHeader: false,
  rows: 900,
  columns: [
    column('household', { type: 'whole number', distinct: 400, looksLike: 'identifier', smallest: 1 }),
    column('ward', { looksLike: 'geography' }),
    column('parcel', { looksLike: 'geography', distinct: 300 }),
    column('age', { type: 'whole number', distinct: 100, smallest: 0 }),
    column('sex', { distinct: 2 }),
    column('n', { type: 'whole number', distinct: 9, looksLike: 'count', smallest: 1 }),
    column('seen', { doubt: { field: 'source.read.dates', words: 'dd/mm/yyyy or mm/dd/yyyy' } }),
  ],
  proposed: { places: ['ward', 'parcel'], person: 'household', unit: 'household', size: null },
}

test('places are places, wide numbers are binned in a plan and left out of an audit', () => {
  const uses = proposedUses(file, 'n')
  expect(uses.of).toEqual({
    household: 'unused',
    ward: 'place',
    parcel: 'place',
    age: 'bins',
    sex: 'variable',
    n: 'count',
    seen: 'unused',
  })
  expect(planColumns(uses)).toEqual(['age', 'sex'])
  expect(auditColumns(file, uses)).toEqual(['ward', 'sex'])
  expect(countIn(uses)).toBe('n')
})

test('a correction keeps one count, and the places in the order in which they were named', () => {
  const one = withUse(withUse(proposedUses(file, 'n'), 'ward', 'variable'), 'household', 'count')
  expect(one.places).toEqual(['parcel'])
  expect(countIn(one)).toBe('household')
  expect(one.of.n).toBe('unused')
  expect(withUse(one, 'ward', 'place').places).toEqual(['parcel', 'ward'])
})

test('what a column can be follows from what it holds', () => {
  expect(usesFor(file.columns[4])).toEqual(['variable', 'place', 'unused'])
  expect(usesFor(file.columns[3])).toEqual(['variable', 'bins', 'place', 'count', 'unused'])
  expect(usesFor(file.columns[6])).toEqual(['variable', 'unused'])
})

test('when the file has changed, what was said of its columns holds where it still can', () => {
  const said = withUse(withUse(proposedUses(file, 'n'), 'age', 'unused'), 'ward', 'variable')
  const columns = [
    ...file.columns.filter(({ name }) => name !== 'sex').map((one) => (one.name === 'n' ? column('n', {}) : one)),
    column('street', { looksLike: 'geography' }),
  ]
  const changed = { ...file, columns, proposed: { ...file.proposed, places: ['ward', 'parcel', 'street'] } }
  const uses = fittedUses(said, changed, null)
  expect(uses.of).toMatchObject({ age: 'unused', ward: 'variable', parcel: 'place', street: 'place', n: 'variable' })
  expect(uses.of).not.toHaveProperty('sex')
  expect(uses.places).toEqual(['parcel', 'street'])
})
