import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../data/database.ts'
import { open } from '../../privacy/confidential.ts'
import { countGroupSizes, type GroupLinesRequest } from './group-sizes.ts'

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

async function counted(text: string, request: Omit<GroupLinesRequest, 'path'>): ReturnType<typeof countGroupSizes> {
  const path = join(folder, 'groups.csv')
  await writeFile(path, text)
  return countGroupSizes(db, { path, ...request })
}

/** The running example of Fioretto and others (2021): n_GA = (2,0,1,0,0), n_NY = (1,1,1,0,0). */
const EXPECTED = [2, 0, 1, 0, 0, 1, 1, 1, 0, 0]
const GROUPS = 'us,st,size\nUS,GA,1\nUS,GA,1\nUS,GA,3\nUS,NY,1\nUS,NY,2\nUS,NY,3\n'
const COUNTED = 'us,st,size,n\nUS,GA,1,2\nUS,GA,3,1\nUS,NY,1,1\nUS,NY,2,1\nUS,NY,3,1\n'
const PERSONS = `us,st,unit,taxis\n${['US,GA,a,1', 'US,GA,b,1', 'US,GA,c,2', 'US,GA,c,1', 'US,NY,d,1', 'US,NY,e,1', 'US,NY,e,1', 'US,NY,f,3'].join('\n')}\n`

test.each<[string, string, Omit<GroupLinesRequest, 'path'>]>([
  ['group lines', GROUPS, { levels: ['us', 'st'], size: 'size', largest: 5 }],
  ['counted lines', COUNTED, { levels: ['us', 'st'], size: 'size', count: 'n', largest: 5 }],
  ['person lines', PERSONS, { levels: ['us', 'st'], unit: 'unit', size: 'taxis', largest: 5, largestQuantity: 3 }],
])('%s give the counts of the running example', async (_, text, request) => {
  const { hierarchy, sizes, leaves, sizesFromData } = await counted(text, request)
  expect(hierarchy.levels.map((level) => [level.name, level.regions])).toEqual([
    ['us', ['US']],
    ['st', ['US/GA', 'US/NY']],
  ])
  expect([sizes, sizesFromData]).toEqual([5, false])
  expect([...open(leaves)]).toEqual(EXPECTED)
})

test('lines without a size are left out when that is asked for', async () => {
  const text = `${GROUPS}US,GA,NA\nUS,NY,\n`
  await expect(counted(text, { levels: ['us', 'st'], size: 'size' })).rejects.toThrow(/not whole numbers/)
  const { leaves } = await counted(text, { levels: ['us', 'st'], size: 'size', largest: 5, dropMissing: true })
  expect([...open(leaves)]).toEqual(EXPECTED)
})

test('a group above the declared size counts as that size, however large it is', async () => {
  const request = { levels: ['us', 'st'], size: 'size', largest: 2 }
  const [some, huge] = [await counted(GROUPS, request), await counted(`${GROUPS}US,GA,5000000000\n`, request)]
  expect([...open(some.leaves)]).toEqual([2, 1, 1, 2])
  expect([...open(huge.leaves)]).toEqual([2, 2, 1, 2])
})

test('without a common first region a top is put above', async () => {
  const { hierarchy, sizes, sizesFromData } = await counted(GROUPS, { levels: ['st'], size: 'size' })
  expect(hierarchy.levels.map((level) => [level.name, level.regions])).toEqual([
    ['all', ['all']],
    ['st', ['GA', 'NY']],
  ])
  expect([sizes, sizesFromData]).toEqual([3, true])
})

test('a tree of parents may be uneven, and a leaf without groups is there', async () => {
  const tree = { path: join(folder, 'tree.csv'), column: 'place', parent: 'within' }
  await writeFile(tree.path, 'place,within\nland,\nnorth,land\nsouth,land\nn1,north\nn2,north\n')
  const text = 'place,size\nn1,1\nn1,2\nsouth,2\n'
  const { hierarchy, leaves } = await counted(text, { levels: ['place'], size: 'size', tree })
  expect(hierarchy.levels.map((level) => level.regions)).toEqual([['land'], ['north', 'south'], ['n1', 'n2', 'south']])
  expect([...open(leaves)]).toEqual([1, 1, 0, 0, 0, 1])
  await expect(counted(`${text}north,1\n`, { levels: ['place'], size: 'size', tree })).rejects.toThrow(
    /some groups lie in regions that are no leaves of/,
  )
  await writeFile(tree.path, 'place,within\nn1,north\nsouth,\n')
  await expect(counted(text, { levels: ['place'], size: 'size', tree })).rejects.toThrow(
    /"n1" lies in "north", which has no line/,
  )
})

test.each<[string, string, Omit<GroupLinesRequest, 'path'>, RegExp]>([
  ['a size of 0', `${GROUPS}US,GA,0\n`, { levels: ['us', 'st'], size: 'size' }, /have the size 0/],
  ['a negative size', `${GROUPS}US,GA,-1\n`, { levels: ['us', 'st'], size: 'size' }, /not whole numbers/],
  ['half a member', `${GROUPS}US,GA,1.5\n`, { levels: ['us', 'st'], size: 'size' }, /not whole numbers/],
  ['a size that is text', `${GROUPS}US,GA,many\n`, { levels: ['us', 'st'], size: 'size' }, /not whole numbers/],
  ['no region', `${GROUPS}US,,1\n`, { levels: ['us', 'st'], size: 'size' }, /no region/],
  ['a unit in two regions', `${PERSONS}US,NY,a,1\n`, { levels: ['us', 'st'], unit: 'unit' }, /two regions/],
  [
    'a negative count',
    `${COUNTED}US,GA,1,-1\n`,
    { levels: ['us', 'st'], size: 'size', count: 'n' },
    /whole numbers from 0 up/,
  ],
  ['a unit without a name', `${PERSONS}US,NY,,1\n`, { levels: ['us', 'st'], unit: 'unit' }, /name no unit/],
  [
    'a person who adds more than the noise is made for',
    PERSONS,
    { levels: ['us', 'st'], unit: 'unit', size: 'taxis', largestQuantity: 2 },
    /some persons add more than 2 .* `largestQuantity`/,
  ],
  [
    'a person who adds more than 1, undeclared',
    PERSONS,
    { levels: ['st'], unit: 'unit', size: 'taxis' },
    /more than 1/,
  ],
  ['a size of five billion', `${GROUPS}US,GA,5e9\n`, { levels: ['us', 'st'], size: 'size' }, /larger than 10000000/],
  ['a largest size of 0', GROUPS, { levels: ['us', 'st'], size: 'size', largest: 0 }, /is 0\. It must be/],
  ['a largest size beyond all', GROUPS, { levels: ['us', 'st'], size: 'size', largest: 2e9 }, /from 1 to 10000000/],
  [
    'more cells than fit',
    `us,size\n${Array.from({ length: 14 }, (_, i) => `r${i},1\n`).join('')}`,
    { levels: ['us'], size: 'size', largest: 1e7 },
    /at most 134217728/,
  ],
  [
    'more groups than can be counted',
    `${COUNTED}US,GA,1,9e15\nUS,GA,1,9e15\n`,
    { levels: ['us', 'st'], size: 'size', count: 'n' },
    /can be counted exactly/,
  ],
  ['nothing', 'us,st,size\n', { levels: ['us', 'st'], size: 'size' }, /holds no groups/],
  ['a column that is not there', GROUPS, { levels: ['us', 'county'], size: 'size' }, /no column "county"/],
])('%s is refused', async (_, text, request, message) => {
  await expect(counted(text, request)).rejects.toThrow(message)
})

test('regions that differ in case alone are one, also for the people of one group', async () => {
  const mixed = PERSONS.replace('US,GA,c,1', 'us,ga,c,1').replace('US,NY,d', 'US,Ny,d')
  const request = { levels: ['us', 'st'], unit: 'unit', size: 'taxis', largest: 5, largestQuantity: 3 }
  const { hierarchy, leaves } = await counted(mixed, request)
  expect(hierarchy.levels.at(-1)?.regions).toEqual(['US/GA', 'US/NY'])
  expect([...open(leaves)]).toEqual(EXPECTED)
  await expect(counted(mixed, { ...request, read: { case: 'keep' } })).rejects.toThrow(/some units lie in two regions/)
  const tree = join(folder, 'tree.csv')
  await writeFile(tree, 'region,parent\nUsa,\nga,Usa\nny,Usa\n')
  const listed = await counted('st,size\nGA,1\nga,1\nGa,3\nNY,1\nNY,2\nNY,3\n', {
    levels: ['st'],
    size: 'size',
    largest: 5,
    tree: { path: tree, column: 'region', parent: 'parent' },
  })
  expect(listed.hierarchy.levels.at(-1)?.regions.map((name) => name.split('/').at(-1))).toEqual(['ga', 'ny'])
  expect([...open(listed.leaves)]).toEqual(EXPECTED)
})
