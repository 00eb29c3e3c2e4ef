/**
 * Ten million records in Parquet, counted into the leaf histogram of 2,016 cells over four levels of geography, beside
 * DuckDB's own bare GROUP BY on the same columns in the same run.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, type Geography, tabulate, withDatabase } from 'tacet/data'
import type { Attribute, Schema } from 'tacet/model'

const ROWS = Number(process.env.TACET_BENCH_ROWS ?? 10_000_000)
const ROUNDS = 3

const attribute = (name: string, size: number): Attribute => ({
  name,
  column: name,
  levels: Array.from({ length: size }, (_, i) => String(i)),
  missing: { rule: 'error', values: [] },
})
/** The 2020 redistricting histogram: 8 kinds of housing, voting age, Hispanic origin, 63 races: 2,016 cells. */
const schema: Schema = {
  attributes: [attribute('housing', 8), attribute('voting', 2), attribute('hispanic', 2), attribute('race', 63)],
  recodes: [],
}
const geography: Geography = { kind: 'columns', top: 'country', columns: ['state', 'county', 'tract'] }

/** Skewed as people are: most live in households, most are of few races; about 3,000 tracts. */
async function writePeople(db: Database, path: string): Promise<void> {
  const draw = (salt: number, size: number): string => `(hash(i * 16 + ${salt}) % ${size})`
  await db.run(`copy (select
      (t / 300)::utinyint as state, ((t / 30) % 10)::utinyint as county, (t % 30)::utinyint as tract,
      (case when ${draw(1, 100)} < 96 then 0 else ${draw(2, 8)} end)::utinyint as housing,
      (${draw(3, 4)} > 0)::utinyint as voting, (${draw(4, 6)} = 0)::utinyint as hispanic,
      (case when ${draw(5, 10)} < 8 then ${draw(6, 3)} else ${draw(7, 63)} end)::utinyint as race
    from (select i, ${draw(0, 3000)}::integer as t from range(${ROWS}) r(i))) to '${path}' (format parquet)`)
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tacet-bench-'))
  const path = join(folder, 'people.parquet')
  try {
    await withDatabase({}, (db) => writePeople(db, path))
    const bare = `create or replace temp table bare as select state, county, tract, housing, voting, hispanic, race, count(*) as n
      from read_parquet('${path}') group by all`
    const source = { kind: 'file' as const, path }
    const times: { bare: number; ours: number }[] = []
    let entries = 0
    for (let round = 0; round < ROUNDS; round++) {
      const bareSeconds = await withDatabase({}, (db) => seconds(() => db.run(bare)))
      const ours = await withDatabase({}, (db) =>
        seconds(async () => {
          const { hierarchy } = await tabulate(db, { source, schema, geography })
          entries = hierarchy.levels[3].regions.length
        }),
      )
      times.push({ bare: bareSeconds, ours })
    }
    const best = (key: 'bare' | 'ours'): number => Math.min(...times.map((t) => t[key]))
    const rss = process.resourceUsage().maxRSS / 1e6
    console.log(
      `tabulate: ${ROWS.toLocaleString('en')} records, 4 levels, ${entries.toLocaleString('en')} leaves, 2,016 cells; best of ${ROUNDS}`,
    )
    console.log(`  DuckDB's bare GROUP BY   ${best('bare').toFixed(2)} s`)
    console.log(
      `  leaf histogram, ours     ${best('ours').toFixed(2)} s   ratio ${(best('ours') / best('bare')).toFixed(2)}   (goal: at most 2)`,
    )
    console.log(`  peak memory of the process ${rss.toFixed(2)} GB   (goal: below 2)`)
  } finally {
    await rm(folder, { recursive: true })
  }
}

await main()
