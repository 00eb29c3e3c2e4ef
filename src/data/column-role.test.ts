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
  smallest: Number.NaN,
  largest: Number.NaN,
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
  [
    'weights of a survey',
    { name: 'fnlwgt', type: 'number', distinct: 900, smallest: 12.1433, largest: 13832.2 },
    'sampling weight',
    'identifier',
  ],
  [
    'the same, numbered',
    { name: 'PERWT', type: 'number', distinct: 20_000, smallest: 1, largest: 900 },
    'sampling weight',
    'identifier',
  ],
  [
    'weights of bodies',
    { name: 'weight', type: 'number', distinct: 900, smallest: 40, largest: 150 },
    'measure',
    'sensitive',
  ],
  ['names', { name: 'name', distinct: 30_000, words: 2 }, 'identifier', 'identifier'],
  ['names in a small file', { name: 'name', present: 12, distinct: 12, words: 2 }, 'identifier', 'identifier'],
  ['addresses that few lines have', { name: 'email', present: 9, distinct: 8 }, 'identifier', 'identifier'],
  ['remarks that few lines have', { name: 'remark', present: 9, distinct: 8, words: 8 }, 'free text', 'identifier'],
  ['one remark', { name: 'remark', present: 1, distinct: 1, words: 8 }, 'free text', 'identifier'],
  ['levels of several words', { present: 30, distinct: 6, words: 4 }, 'quasi-identifier', 'quasi-identifier'],
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
  [
    'households numbered through, several people in each',
    { type: 'whole number', distinct: 21_000, shortest: 1, longest: 5, smallest: 1, largest: 21_400 },
    'identifier',
    'identifier',
  ],
  [
    'households by their name, with gaps',
    { name: 'household', type: 'whole number', distinct: 9_000, longest: 7, smallest: 17, largest: 4_000_000 },
    'identifier',
    'identifier',
  ],
  [
    'whole amounts, all of them different, by their name',
    { name: 'total_cost', type: 'whole number', distinct: 49_990, longest: 7, smallest: 12, largest: 4_000_000 },
    'measure',
    'sensitive',
  ],
  [
    'whole amounts of five digits, by their name',
    {
      name: 'price',
      type: 'whole number',
      distinct: 9_000,
      shortest: 5,
      longest: 5,
      smallest: 10_000,
      largest: 99_000,
    },
    'measure',
    'sensitive',
  ],
  [
    'a balance below 0',
    { name: 'konto', type: 'whole number', distinct: 49_000, longest: 7, smallest: -4_000, largest: 4_000_000 },
    'measure',
    'sensitive',
  ],
  ['decimals, all of them different', { type: 'number', distinct: 50_000 }, 'measure', 'sensitive'],
  [
    'birth weights: many values, each for several lines',
    { name: 'birth_grams', type: 'whole number', distinct: 4_000, longest: 4, smallest: 500, largest: 5_400 },
    'measure',
    'sensitive',
  ],
  [
    'whole numbers without a telling name, all different',
    { type: 'whole number', distinct: 50_000, longest: 9, smallest: 17, largest: 400_000_000 },
    'identifier',
    'identifier',
  ],
  [
    'ages',
    { name: 'age', type: 'whole number', distinct: 101, smallest: 0, largest: 100 },
    'quasi-identifier',
    'quasi-identifier',
  ],
  [
    'numbers of people as text, most of them once, among the lines that have one',
    { name: 'dokument', present: 13_834, distinct: 10_710, longest: 14 },
    'identifier',
    'identifier',
  ],
  [
    'a number with check digits, however often it comes back',
    { pattern: 'PESEL (Poland)' },
    'identifier',
    'identifier',
  ],
  [
    'ages in a small file',
    { name: 'idade', type: 'whole number', present: 60, distinct: 41, smallest: 3, largest: 91 },
    'quasi-identifier',
    'quasi-identifier',
  ],
  ['nothing', { present: 0, distinct: 0 }, 'empty', 'plain'],
])('%s', (_, given, looksLike, role) => {
  const likeness = likenessOf(column(given))
  expect(likeness).toBe(looksLike)
  expect(proposedRole(likeness)).toBe(role)
})
