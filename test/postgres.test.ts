import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect } from 'vitest'
import { withDatabase } from '../src/data/database.ts'
import { groupCounts } from '../src/data/source.ts'
import { tacet, tacetUntil, testFolder } from './support/cli.ts'
import { testNeeding } from './support/needs.ts'
import { startPostgres } from './support/postgres.ts'

const folder = testFolder()

testNeeding(
  'postgres',
  'a real server counts on its own side, through a cursor, and its errors quote nothing',
  async () => {
    const server = await startPostgres()
    try {
      const client = new pg.Client({ connectionString: server.url })
      await client.connect()
      await client.query(`create schema census; create table census.people as
      select i % 30000 as place, case when i % 3 = 0 then 'f' else 'm' end as sex, (i % 90)::float8 as age, 'SECRET' as note
      from generate_series(0, 99999) i`)
      await client.end()
      const source = { kind: 'postgres' as const, url: server.url, from: 'census.people' }
      const columns = [{ column: 'place' }, { column: 'sex' }, { column: 'age', edges: [0, 18, 90] }]
      const sums = await withDatabase({}, async (db) => {
        const { name } = await groupCounts(db, source, columns)
        const rows = await db.connection.runAndReadAll(
          `select sum(n), count(*), sum(n) filter (g1 = 'f'), sum(n) filter (g2 = '0') from ${name}`,
        )
        return rows.getRowsJson()[0]
      })
      let [female, young] = [0, 0]
      const groups = new Set<string>()
      for (let i = 0; i < 100_000; i++) {
        if (i % 3 === 0) female++
        if (i % 90 < 18) young++
        groups.add(`${i % 30000} ${i % 3 === 0} ${i % 90 < 18}`)
      }
      expect(sums).toEqual([100_000, String(groups.size), female, young])
      await withDatabase({}, async (db) => {
        await expect(groupCounts(db, source, [{ column: 'sex' }], { count: 'note' })).rejects.toThrow(
          /holds text that is none/,
        )
        await expect(groupCounts(db, { ...source, from: 'nowhere' }, columns)).rejects.toThrow(/no such table/)
        await expect(
          groupCounts(db, { ...source, from: '(select * from census.people where age < 10)' }, columns),
        ).resolves.toBeTruthy()
      })
    } finally {
      await server.stop()
    }
    await withDatabase({}, async (db) => {
      const gone = { kind: 'postgres' as const, url: server.url, from: 'census.people' }
      await expect(groupCounts(db, gone, [{ column: 'sex' }])).rejects.toThrow(/cannot be reached \(ECONNREFUSED\)/)
    })
  },
)

testNeeding(
  'postgres',
  'the lines of a person are chosen by a hash: nobody else plays a part, and no value is preferred',
  async () => {
    const server = await startPostgres()
    try {
      const client = new pg.Client({ connectionString: server.url })
      await client.connect()
      // 2,000 people with one line in f and one in m.
      await client.query(`create table visits as select 'p' || i / 2 as who, case when i % 2 = 0 then 'f' else 'm' end as sex
      from generate_series(0, 3999) i`)
      const counted = (from: string, atMost: number) =>
        withDatabase({}, async (db) => {
          const source = { kind: 'postgres' as const, url: server.url, from, person: { column: 'who', atMost } }
          const { name } = await groupCounts(db, source, [{ column: 'who' }, { column: 'sex' }])
          const rows = await db.connection.runAndReadAll(`select g0, g1, n from ${name} order by all`)
          return rows.getRowsJson().map((row) => row.join())
        })
      const all = await counted('visits', 1)
      expect(all).toHaveLength(2000)
      const women = all.filter((line) => line.includes(',f,')).length
      expect(women / 2000).toBeGreaterThan(0.45)
      expect(women / 2000).toBeLessThan(0.55)
      expect(await counted('(select * from visits order by who desc, sex desc)', 1)).toEqual(all)
      await client.query(
        `create table others as select 'new' as who, 'm' as sex union all select * from visits where who <> 'p7'`,
      )
      const changed = await counted('others', 1)
      const unknown = (line: string): boolean => !/^(new|p7),/.test(line)
      expect(changed.filter(unknown)).toEqual(all.filter(unknown))
      expect(await counted('visits', 2)).toHaveLength(4000)
      await client.end()
    } finally {
      await server.stop()
    }
  },
)

testNeeding('postgres', 'a query in a spec is one statement that changes nothing', async () => {
  const server = await startPostgres()
  try {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    await client.query(`create table people as select 'f' as sex, 'SECRET' as note; create table victim (x int);
      create sequence counter; create function harm() returns int language sql as 'insert into victim values (1) returning x'`)
    const asking = (from: string) =>
      withDatabase({}, (db) => groupCounts(db, { kind: 'postgres', url: server.url, from }, [{ column: 'sex' }]))
    const attacks: readonly (readonly [string, RegExp])[] = [
      ['(select * from people) q; drop table victim; --', /nothing comes after them/],
      ['(select * from people) q; drop table victim; (select 1)', /not a table name or one query in parentheses/],
      ["(select * from people) q; commit; drop table victim; select 'x' as sex from (select 1)", /one query/],
      ['(insert into victim values (1) returning 1 as sex)', /not a table name or one query|change something/],
      ['(select harm()::text as sex)', /change something/],
      ["(select nextval('counter')::text as sex)", /change something/],
      ["(select set_config('transaction_read_only', 'off', false) as sex)", /the server refused/],
      ['people; drop table victim', /no such table/],
      ['(select * from people) -- (', /nothing comes after them/],
    ]
    for (const [from, says] of attacks) {
      const told = await asking(from).then(
        () => 'it was done',
        (error: Error) => error.message,
      )
      expect.soft(told, from).toMatch(says)
      expect.soft(told).not.toMatch(/SECRET/)
    }
    expect((await client.query('select * from victim')).rows).toEqual([])
    await expect(asking('(select * from people -- a comment\n)')).resolves.toBeTruthy()
    await client.end()
  } finally {
    await server.stop()
  }
})

testNeeding('postgres', 'a stopped run does not go on with a table that has changed', async () => {
  const server = await startPostgres()
  try {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    await client.query(`create table people as
      select i % 40 as place, case when i % 3 = 0 then 'f' else 'm' end as sex from generate_series(0, 9999) i`)
    const path = join(folder, 'stopped')
    mkdirSync(path)
    writeFileSync(
      join(path, 'town.yaml'),
      `tacet: 1
source: { postgres: { url: "${server.url}", from: people } }
geography: { columns: [place] }
attributes: [{ name: sex, levels: [f, m] }]
privacy: { epsilon: 1, ledger: ledger.jsonl }
workload: [{ query: total }, { query: sex }]
`,
    )
    const args = ['measure', 'town.yaml', '--out', 'release']
    const stored = (): boolean => {
      const state = join(path, 'release.partial', 'state')
      return existsSync(state) && readdirSync(state).some((name) => name.endsWith('.f64'))
    }
    const first = await tacetUntil(args, path, stored, 'SIGKILL')
    await client.query("delete from people where sex = 'f' and place = 3")
    await client.end()
    if (first.code === 0) return // it was done before it could be stopped
    const other = tacet(args, path)
    expect(other.code, other.stderr).toBe(2)
    expect(other.stderr).toMatch(/a stopped run with other data/)
  } finally {
    await server.stop()
  }
})
