import { expect, test } from 'vitest'
import { type KnownOfColumn, likenessOf, proposedRole } from './column-role.ts'

const column = (given: Partial<KnownOfColumn>): KnownOfColumn => ({
  name: 'x',
  type: 'text',
  present: 50_000,
  distinct: 10,
  shortest: 1,
  longest: 10,
  words: 1,
  ...given,
})

test.each<[string, Partial<KnownOfColumn>, string, string]>([
  ['ids that repeat', { name: 'patient_id', distinct: 25_000 }, 'identifier', 'identifier'],
  [
    'ids of one length without a telling name',
    { type: 'whole number', distinct: 25_000, shortest: 7, longest: 7 },
    'identifier',
    'identifier',
  ],
  ['names', { name: 'name', distinct: 30_000, words: 2 }, 'identifier', 'identifier'],
  ['sentences', { name: 'remark', distinct: 40_000, words: 8 }, 'free text', 'identifier'],
  [
    'postcodes',
    { name: 'zip', type: 'whole number', distinct: 900, shortest: 5, longest: 5 },
    'geography',
    'quasi-identifier',
  ],
  ['dates', { name: 'born', type: 'date', distinct: 20_000 }, 'quasi-identifier', 'quasi-identifier'],
  ['a diagnosis', { name: 'diagnosis', distinct: 300 }, 'sensitive', 'sensitive'],
  ['amounts', { name: 'cost', type: 'number', distinct: 48_000 }, 'measure', 'sensitive'],
  ['nothing', { present: 0, distinct: 0 }, 'empty', 'plain'],
])('%s', (_, given, looksLike, role) => {
  const likeness = likenessOf(column(given))
  expect(likeness).toBe(looksLike)
  expect(proposedRole(likeness)).toBe(role)
})
