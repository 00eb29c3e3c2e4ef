/** Records without a region, and places where nobody is. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from './database.ts'
import type { Geography } from './geography.ts'
import { readHierarchy } from './tabulate.ts'

let folder: string
let db: Database
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tacet-test-'))
  db = await openDatabase()
})
afterAll(async () => {
  await db.close()
  await rm(folder, { recursive: true })
})

async function leaves(content: string, geography: Geography): Promise<readonly string[]> {
  const path = join(folder, 'people.csv')
  await writeFile(path, content)
  const { levels } = await readHierarchy(db, { kind: 'file', path }, geography)
  return levels[levels.length - 1].regions
}

const columns = { kind: 'columns', top: 'all', columns: ['state', 'county'] } as const
const PEOPLE = 'state,county,x\na,1,x\na,n/a,x\n,,x\n'

test('a record without a region is a mistake, or lies in the place that is named', async () => {
  await expect(leaves(PEOPLE, columns)).rejects.toThrow(/some records have no region.*geography\.missing/)
  const found = await leaves(PEOPLE, { ...columns, missing: 'nowhere' })
  expect([...found].sort()).toEqual(['a/1', 'a/nowhere', 'nowhere/nowhere'])
})

test('the place is there also when nobody is in it, so that it tells of nobody', async () => {
  const found = await leaves('state,county,x\na,1,x\n', { ...columns, missing: 'nowhere' })
  expect([...found].sort()).toEqual(['a/1', 'nowhere/nowhere'])
  const prefixes = { kind: 'prefixes', top: 'all', column: 'code', levels: [{ name: 'state', length: 1 }] } as const
  expect(await leaves('code,x\n7,x\n', { ...prefixes, missing: 'nowhere' })).toEqual(['7', 'nowhere'])
  expect(await leaves('code,x\n7,x\n,x\n', { ...prefixes, missing: 'nowhere' })).toEqual(['7', 'nowhere'])
})

test('a list of places for columns has those where nobody is, and refuses others', async () => {
  const list = join(folder, 'places.csv')
  await writeFile(list, 'state,county\na,1\na,2 \nb,1\n')
  const listed = { ...columns, regions: { path: list, columns: ['state', 'county'] } }
  expect(await leaves('state,county,x\na,1,x\n', listed)).toEqual(['a/1', 'a/2', 'b/1'])
  await expect(leaves('state,county,x\nc,1,x\n', listed)).rejects.toThrow(/places\.csv does not list/)
  const found = await leaves('state,county,x\n,,x\n', { ...listed, missing: 'nowhere' })
  expect([...found].sort()).toEqual(['a/1', 'a/2', 'b/1', 'nowhere/nowhere'])
})

test('regions that differ in case alone are one, as listed or as the first in the order of letters', async () => {
  const mixed = 'state,county,x\na,Süd,x\nA,süd,x\na,SÜD,x\nb,1,x\n'
  expect(await leaves(mixed, columns)).toEqual(['A/SÜD', 'b/1'])
  const list = join(folder, 'spelled.csv')
  await writeFile(list, 'state,county\na,Süd\nb,1\nc,x\nc,X\n')
  const listed = { ...columns, regions: { path: list, columns: ['state', 'county'] } }
  expect([...(await leaves(`${mixed}c,X,x\n`, listed))].sort()).toEqual(['a/Süd', 'b/1', 'c/X', 'c/x'])
  await expect(leaves('state,county,x\nC,X,x\n', listed)).rejects.toThrow(
    /spelled\.csv does not list as leaves, or lists twice: "c\/X" and "c\/x" differ/,
  )
  const prefixes = { kind: 'prefixes', top: 'all', column: 'code', levels: [{ name: 'part', length: 2 }] } as const
  expect(await leaves('code,x\nab,x\nAB,x\n', prefixes)).toEqual(['AB'])
})

test('unless the case is to be kept', async () => {
  const path = join(folder, 'kept.csv')
  await writeFile(path, 'state,county\na,x\nA,x\n')
  const { levels } = await readHierarchy(db, { kind: 'file', path, read: { case: 'keep' } }, columns)
  expect([...levels[2].regions].sort()).toEqual(['A/x', 'a/x'])
})
