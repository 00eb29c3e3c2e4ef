import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { tableFromArrays, tableToIPC } from '@uwdata/flechette'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { compileQuery, levelAnswers, type Schema, wholeCounts } from '../model/index.ts'
import { open } from '../privacy/confidential.ts'
import { countedSha256 } from './counted-sha256.ts'
import { type Database, openDatabase } from './database.ts'
import type { Geography } from './geography.ts'
import { dataFiles, dataHome } from './parquet-files.ts'
import { groupThrough } from './postgres.ts'
import { groupCounts } from './source.ts'
import { writeTable } from './table-writer.ts'
import { tabulate } from './tabulate.ts'

const schema: Schema = {
  attributes: [
    { name: 'sex', column: 'sex', levels: ['f', 'm'], missing: { rule: 'error', values: [] } },
    {
      name: 'age',
      column: 'years',
      levels: ['0-17', '18+', 'unknown'],
      edges: [0, 18, 120],
      missing: { rule: 'level', values: ['?'], level: 'unknown' },
    },
  ],
  recodes: [],
}
const geography: Geography = { kind: 'columns', top: 'country', columns: ['state', 'county'] }
/** A/01 and B/01 are different counties; codes keep their zeros. */
const lines = ['A,01,f,3', 'A,01,f,17.5', 'A,01,m,18', 'A,02,m,?', 'B,01,f,', 'B,01,f,99', 'A,01,f,0']
const header = 'state,county,sex,years'

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

const file = async (name: string, content: string | Uint8Array): Promise<{ kind: 'file'; path: string }> => {
  const path = join(folder, name)
  await writeFile(path, content)
  return { kind: 'file', path }
}

/** Counts by county and cell, as the schema orders them: f/0-17, f/18+, f/unknown, m/0-17, ... */
const expected = [
  ['A/01', [3, 0, 0, 0, 1, 0]],
  ['A/02', [0, 0, 0, 0, 0, 1]],
  ['B/01', [0, 1, 1, 0, 0, 0]],
]

async function tabulated(source: { kind: 'file'; path: string }, count?: string, held?: number): Promise<unknown> {
  const request = { source, schema, geography, ...(count && { count }), ...(held && { held }) }
  const { hierarchy, counts } = await tabulate(db, request)
  const answers = levelAnswers(await wholeCounts(open(counts)), hierarchy, 2, compileQuery(schema, 'detailed'))
  return hierarchy.levels[2].regions.map((region, i) => [region, [...answers.subarray(i * 6, i * 6 + 6)]])
}

test('CSV, gzipped CSV, Parquet and Arrow give the same histogram', async () => {
  const csv = await file('people.csv', [header, ...lines].join('\n'))
  const gz = await file('people.csv.gz', gzipSync([header, ...lines].join('\n')))
  await db.run(
    `copy (select * from read_csv('${csv.path}', all_varchar = true)) to '${folder}/people.parquet' (format parquet)`,
  )
  const columns = header.split(',').map((_, i) => lines.map((line) => line.split(',')[i] || null))
  const arrow = tableToIPC(
    tableFromArrays(Object.fromEntries(header.split(',').map((name, i) => [name, columns[i]]))),
    {},
  )
  for (const source of [
    csv,
    gz,
    { kind: 'file' as const, path: `${folder}/people.parquet` },
    await file('people.arrow', arrow as Uint8Array),
  ]) {
    expect(await tabulated(source)).toEqual(expected)
  }
})

test('a count column multiplies, and a count of 0 counts nobody', async () => {
  const counted = [`${header},n`, 'A,01,f,3,3', 'A,01,m,18,1', 'A,02,m,?,1', 'B,01,f,,1', 'B,01,f,99,1', 'A,02,f,5,0']
  expect(await tabulated(await file('counted.csv', counted.join('\n')), 'n')).toEqual(expected)
})

test('counts that are too many to hold are read from the database, range by range', async () => {
  const people = await file('ranges.csv', [header, ...lines].join('\n'))
  expect(await tabulated(people, undefined, 1)).toEqual(expected)
  const held = await tabulate(db, { source: people, schema, geography })
  const { counts } = await tabulate(db, { source: people, schema, geography, held: 1 })
  expect(open(counts).first.length).toBeGreaterThan(2)
  const ranges = [0, 1, 2, 3].flatMap((from) => [0, 1, 2, 3].filter((to) => to > from).map((to) => [from, to] as const))
  const read = await Promise.all(ranges.map(([from, to]) => open(counts).read(from, to))) // all at once
  for (const [i, [from, to]] of ranges.entries()) expect(read[i]).toEqual(await open(held.counts).read(from, to))
  expect(await countedSha256(held.hierarchy, [counts])).toBe(await countedSha256(held.hierarchy, [held.counts]))
})

test('integer columns of a Parquet file match levels by their text', async () => {
  await db.run(
    `copy (select 1 as sex, 2 as state, 3 as county, 30 as years) to '${folder}/typed.parquet' (format parquet)`,
  )
  const typed: Schema = {
    ...schema,
    attributes: [{ ...schema.attributes[0], levels: ['1', '2'] }, schema.attributes[1]],
  }
  const { hierarchy, counts } = await tabulate(db, {
    source: { kind: 'file', path: `${folder}/typed.parquet` },
    schema: typed,
    geography,
  })
  expect(hierarchy.levels[2].regions).toEqual(['2/3'])
  expect([...(await wholeCounts(open(counts))).cell]).toEqual([1])
})

test('places that a list names are there even when nobody lives in them', async () => {
  const people = await file('blocks.csv', 'block,sex,years\n44001,f,3\n44002,m,20')
  const regions = await file('regions.csv', 'code\n44001\n44002\n45001')
  const levels = [
    { name: 'state', length: 2 },
    { name: 'block', length: 5 },
  ]
  const { hierarchy, counts } = await tabulate(db, {
    source: people,
    schema,
    geography: {
      kind: 'prefixes',
      top: 'country',
      column: 'block',
      levels,
      regions: { path: regions.path, column: 'code' },
    },
  })
  expect(hierarchy.levels.map((level) => level.regions)).toEqual([
    ['country'],
    ['44', '45'],
    ['44001', '44002', '45001'],
  ])
  expect([...(await wholeCounts(open(counts))).start]).toEqual([0, 1, 2, 2])
})

test('a table of parents gives the tree', async () => {
  const people = await file('towns.csv', 'town,sex,years\nx,f,3\ns,m,20')
  const regions = await file('tree.csv', 'place,within\nn,\ns,\nx,n\ny,n')
  const { hierarchy } = await tabulate(db, {
    source: people,
    schema,
    geography: {
      kind: 'parents',
      top: 'land',
      column: 'town',
      levels: ['part', 'town'],
      regions: { path: regions.path, column: 'place', parent: 'within' },
    },
  })
  expect(hierarchy.levels.map((level) => level.regions)).toEqual([['land'], ['n', 's'], ['x', 'y', 's']])
})

test.each([
  [
    'a level nobody declared',
    'A,01,x,3',
    /column "sex", line 3 of .*: the value is none of the declared levels of "sex" \(f, m\)/,
  ],
  ['a missing value', 'A,01,,3', /column "sex", line 3 of .*: a value is missing/],
  [
    'a number outside the bins',
    'A,01,f,120',
    /column "years", line 3 of .*: the value is not a number from 0 to below 120/,
  ],
  ['text for a number', 'A,01,f,young', /column "years", line 3/],
  ['NaN for a number', 'A,01,f,NaN', /column "years", line 3/],
  ['no region', ',01,f,3', /column "state" of .*: some records have no region/],
])('%s is refused without quoting the record', async (name, line, message) => {
  const bad = await file(`${name}.csv`, [header, lines[0], line].join('\n'))
  const error = await tabulated(bad).catch((e: Error) => e)
  expect((error as Error).message).toMatch(message)
  expect((error as Error).name).toBe('RequestError')
})

test.each(['-1', '1.5', 'x', '', 'NaN', '1e300'])('a count of "%s" is refused', async (count) => {
  const bad = await file('badcount.csv', `${header},n\nA,01,f,3,${count}`)
  await expect(tabulated(bad, 'n')).rejects.toThrow(/count column "n": some counts are not whole numbers from 0/)
})

test('a total beyond exact doubles is refused', async () => {
  const bad = await file('huge.csv', `${header},n\nA,01,f,3,9007199254740991\nA,02,f,3,9007199254740991`)
  await expect(tabulated(bad, 'n')).rejects.toThrow(/more than 9007199254740991/)
})

test('PostgreSQL counts on its own side and gives the same groups as a file', async () => {
  const csv = await file('same.csv', [header, ...lines].join('\n'))
  const columns = [{ column: 'state' }, { column: 'sex' }, { column: 'years', edges: [0, 18, 120], missing: ['?'] }]
  const pg = await PGlite.create()
  await pg.exec('create table people (state text, county text, sex text, years double precision)')
  for (const line of lines) {
    const [state, county, sex, years] = line.split(',')
    await pg.query('insert into people values ($1, $2, $3, $4)', [
      state,
      county,
      sex,
      years === '' || years === '?' ? null : years,
    ])
  }
  const client = {
    query: async (sql: string) => {
      const { fields, rows } = await pg.query<unknown[]>(sql, [], { rowMode: 'array' })
      return { columns: fields.map((field) => field.name), rows }
    },
    end: () => pg.close(),
  }
  const remote = await groupThrough(db, client, { from: 'people' }, columns)
  const local = await groupCounts(db, csv, columns)
  const rows = async (table: string): Promise<unknown> =>
    (
      await db.connection.runAndReadAll(`select g0, g1, cast(g2 as varchar), n from ${table} order by all`)
    ).getRowsJson()
  expect(await rows(remote.name)).toEqual(await rows(local.name))
  await expect(groupThrough(db, client, { from: 'people' }, [{ column: 'wealth' }])).rejects.toThrow(
    'people has no column "wealth". Its columns are: state, county, sex, years.',
  )
  await expect(groupThrough(db, client, { from: 'nobody' }, columns)).rejects.toThrow(/no such table/)
  await client.end()
})

test('columns written come back, labels spelled out, in order, in both formats', async () => {
  const rows = 5000
  const codes = Int32Array.from({ length: rows }, (_, i) => (i % 3) - 1)
  for (const format of ['csv', 'parquet'] as const) {
    const path = join(folder, `written.${format}`)
    await writeTable(db, path, format, [
      { name: 'region', kind: 'label', codes, labels: ['a"b', 'c,d'] },
      { name: 'count', kind: 'whole', values: Float64Array.from({ length: rows }, (_, i) => i * 1e9) },
      { name: 'error', kind: 'real', values: Float64Array.from({ length: rows }, (_, i) => i / 4) },
    ])
    const back = await db.connection.runAndReadAll(`select * from '${path}' limit 3`)
    expect(back.getRowsJson()).toEqual([
      [null, '0', 0],
      ['a"b', '1000000000', 0.25],
      ['c,d', '2000000000', 0.5],
    ])
  }
})

test('a column called line does not mislead the line that a message names', async () => {
  const source = await file('line.csv', 'line,state\nf,A\nm,A\n,A\nx,A\n')
  const attribute = (levels: string[], missing: 'error' | 'drop') =>
    ({ name: 'line', column: 'line', levels, missing: { rule: missing, values: [] } }) as const
  const counted = (one: ReturnType<typeof attribute>) =>
    tabulate(db, {
      source,
      schema: { attributes: [one], recodes: [] },
      geography: { kind: 'columns', top: 'all', columns: ['state'] },
    })
  await expect(counted(attribute(['f', 'm'], 'error'))).rejects.toThrow(/line 4 of .*: a value is missing/)
  await expect(counted(attribute(['f', 'm'], 'drop'))).rejects.toThrow(/line 5 of .*: the value is none of/)
})

test('a column with very many labels is written as one with few', async () => {
  const labels = Array.from({ length: 1001 }, (_, i) => `place ${i}`)
  const codes = Int32Array.from({ length: 70_000 }, (_, i) => (i % 1002) - 1)
  const whole = { name: 'n', kind: 'whole' as const, values: codes }
  const texts = { name: 'place', kind: 'text' as const, values: Array.from(codes, (code) => labels[code] ?? null) }
  const [many, plain] = [join(folder, 'many.csv'), join(folder, 'plain.csv')]
  await writeTable(db, many, 'csv', [{ name: 'place', kind: 'label', labels, codes }, whole])
  await writeTable(db, plain, 'csv', [texts, whole])
  expect(await readFile(many, 'utf8')).toBe(await readFile(plain, 'utf8'))
})

/** The lines, dealt out to three Parquet files in a folder. */
async function writeInThree(parts: string): Promise<void> {
  await mkdir(parts)
  const csv = await file('whole.csv', [header, ...lines].join('\n'))
  const all = `read_csv('${csv.path}', all_varchar = true)`
  for (const part of [0, 1, 2])
    await db.run(
      `copy (select * exclude line from (select *, row_number() over () as line from ${all}) where line % 3 = ${part}) to '${parts}/part-${part}.parquet' (format parquet)`,
    )
}

test('a folder of Parquet files counts as one file of all their lines', async () => {
  const parts = join(folder, 'parts.parquet')
  await writeInThree(parts)
  await writeFile(join(parts, '_SUCCESS'), '')
  expect(await tabulated({ kind: 'file', path: parts })).toEqual(expected)
  expect(dataFiles(parts)).toHaveLength(3)
  await mkdir(join(parts, 'state=A'))
  await expect(tabulated({ kind: 'file', path: parts })).rejects.toThrow(/put them side by side/)
  const none = join(folder, 'none.parquet')
  await mkdir(none)
  await expect(tabulated({ kind: 'file', path: none })).rejects.toThrow(/folder without Parquet files/)
})

test('Parquet files that are named by a pattern count as one file of all their lines', async () => {
  const parts = join(folder, 'pattern')
  await writeInThree(parts)
  await writeFile(join(parts, '_metadata.parquet'), 'no data')
  await writeFile(join(parts, 'old.parquet'), 'not meant')
  await mkdir(join(parts, 'part-9.parquet'))
  const named = (pattern: string) => tabulated({ kind: 'file', path: join(parts, pattern) })
  expect(await named('part-*.parquet')).toEqual(expected)
  expect(await named('part-?.parquet')).toEqual(expected)
  expect(dataFiles(join(parts, 'p*0.parquet'))).toEqual([join(parts, 'part-0.parquet')])
  await expect(named('town-*.parquet')).rejects.toThrow(
    /town-\*\.parquet matches no file: none of the 4 Parquet files in .*pattern is called so\.$/,
  )
  await expect(named('*.csv')).rejects.toThrow(/no such file\. With \* and \? several Parquet files/)
  await expect(named('part[0-9]*.parquet')).rejects.toThrow(/matches no file/)
  await expect(named('none/*.parquet')).rejects.toThrow(/there is no folder .*none\.$/)
  await expect(named('*/*.parquet')).rejects.toThrow(/not in that of a folder/)
})

test('data that are named by folder or by pattern have one home, and so one ledger', async () => {
  const parts = join(folder, 'home')
  await mkdir(parts)
  await writeFile(join(parts, 'a*.parquet'), '')
  const folders = [parts, `${parts}/`, join(parts, '*.parquet'), join(parts, 'part-?.parquet')]
  expect(folders.map(dataHome)).toEqual(folders.map(() => parts))
  expect(dataHome(join(parts, 'a*.parquet'))).toBe(join(parts, 'a*.parquet')) // a file of that name
})
