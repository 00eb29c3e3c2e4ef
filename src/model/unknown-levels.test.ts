import { expect, test } from 'vitest'
import { unknownLevels } from './unknown-levels.ts'

test.each<[string, readonly string[], readonly string[]]>([
  [
    'words in several languages',
    ['Alagoinhas', 'NOT STATED', 'Não informado', 'brak', '不明'],
    ['NOT STATED', 'Não informado', 'brak', '不明'],
  ],
  ['what is not there', ['(missing)', 'a'], ['(missing)']],
  ['signs around a word', ['yes', '<unknown>', '(k. A.)'], ['<unknown>', '(k. A.)']],
  ['a nine behind a gap', ['1', '2', '3', '9'], ['9']],
  ['two of them', ['1', '2', '3', '8', '9'], ['8', '9']],
  ['nines at the end of ages', ['18', '40', '80', '999'], ['999']],
  ['a number among texts', ['Blindness', 'Deafness', '99'], ['99']],
  ['below a scale', ['-9', '0', '1'], ['-9']],
  ['the nine of a full scale is a number', ['1', '2', '3', '4', '5', '6', '7', '8', '9'], []],
  ['a scale of numbers', ['5', '6', '7'], []],
  ['ninety-nine behind ninety-eight', ['96', '97', '98', '99'], []],
  ['words that hold such words', ['Unknown soldier road', 'None', 'Brakel'], []],
])('%s', (_, levels, unknown) => {
  expect(unknownLevels(levels).map((k) => levels[k])).toEqual(unknown)
})
