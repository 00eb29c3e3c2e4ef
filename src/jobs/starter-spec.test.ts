import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '../../test/support/cli.ts'
import { describeFile, withDatabase } from '../data/index.ts'
import { starterSpec } from './starter-spec.ts'

const folder = testFolder()

test('a first spec protects the patient and not the visit, and crosses few cells, levels first', async () => {
  const lines = Array.from({ length: 400 }, (_, i) => {
    const day = new Date(Date.UTC(2015 + (i % 10), i % 12, 1 + (i % 28))).toISOString().slice(0, 10)
    return [i + 1, i >> 1, i >> 2, day, i % 97, 'fm'[i % 2], `d${i % 25}`, `Ward ${i % 3}`].join()
  })
  const path = join(folder, 'visits.csv')
  writeFileSync(path, `visit,patient,household,seen,age,sex,diagnosis,ward\n${lines.join('\n')}\n`)
  const description = await withDatabase({}, (db) => describeFile(db, path))
  const roles = Object.fromEntries(description.columns.map(({ name, role }) => [name, role]))
  expect(roles).toMatchObject({ visit: 'identifier', patient: 'identifier', household: 'identifier' })
  const spec = await starterSpec(description, join(folder, 'visits.yaml'))
  expect(spec).toMatch(/person: \{ column: "patient", atMost: 5 \}/)
  expect(spec).toMatch(/- query: "sex \* diagnosis"/)
  const sizes = [...spec.matchAll(/(levels|bins): \[(.*)\]/g)].map(
    ([, kind, list]) => list.split(',').length - (kind === 'bins' ? 1 : 0),
  )
  expect(sizes.slice(0, 2)).toEqual([2, 25])
  expect(sizes.reduce((product, size) => product * size, 1)).toBeLessThanOrEqual(2000)
})

test('digits with a leading zero are codes, in what is described and in a first spec', async () => {
  const path = join(folder, 'codes.csv')
  const lines = Array.from(
    { length: 200 },
    (_, i) => `${['001', '10', '013'][i % 3]},${i % 90},${(i % 7) / 10},${i % 2}`,
  )
  writeFileSync(path, `station,age,share,flag\n${lines.join('\n')}\n`)
  const description = await withDatabase({}, (db) => describeFile(db, path))
  expect(description.columns.map(({ type }) => type)).toEqual(['code', 'whole number', 'number', 'whole number'])
  const spec = await starterSpec(description, join(folder, 'codes.yaml'))
  expect(spec).toMatch(/categorical: \["station"\]/)
  expect(spec).toMatch(/name: "station"\n {4}levels: \["001", "10", "013"\]/)
})

test('a text column of which nearly all values are numbers is told apart from texts', async () => {
  const path = join(folder, 'nearly.csv')
  const lines = Array.from({ length: 100 }, (_, i) => `${i % 25 === 0 ? 'k.A.' : i},${i % 5 === 0 ? 'x' : i},t${i}`)
  writeFileSync(path, `age,half,text\n${lines.join('\n')}\n`)
  const found = async (missing?: readonly string[]) => {
    const { columns } = await withDatabase({}, (db) => describeFile(db, path, missing ? { missing: [...missing] } : {}))
    return columns.map(({ type, nearlyNumbers }) => [type, nearlyNumbers])
  }
  const texts = ['text', false]
  expect(await found()).toEqual([['text', true], texts, texts])
  expect(await found(['k.A.'])).toEqual([['whole number', false], texts, texts])
})
