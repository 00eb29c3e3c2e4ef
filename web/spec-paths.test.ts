import { expect, test } from 'vitest'
import { isFileOf } from './spec-paths.ts'

test('a spec is concerned by itself and by the files that it names, wherever in it', () => {
  const spec = { source: { file: '../people.csv' }, decide: { model: 'beds.lp' }, output: { title: '' } }
  const isOf = isFileOf('plans/town.yaml', spec)
  for (const name of ['plans/town.yaml', 'people.csv', 'plans/beds.lp']) expect(isOf(name), name).toBe(true)
  for (const name of ['town.yaml', 'plans/people.csv', 'people.csv.ledger', 'plans'])
    expect(isOf(name), name).toBe(false)
})

test('a folder or a pattern of files is named as a whole', () => {
  expect(isFileOf('a.yaml', { source: { file: 'people' } })('people/part-1.parquet')).toBe(true)
  const isOf = isFileOf('a.yaml', { source: { file: 'people/part-*.parquet' } })
  expect([isOf('people/part-7.parquet'), isOf('people/other.parquet')]).toEqual([true, false])
})
