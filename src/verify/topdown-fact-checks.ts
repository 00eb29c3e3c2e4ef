/** One check a public fact: an enforced one holds everywhere, any other is broken in as many places as was said. */
import type { Database } from '../data/index.ts'
import type { Manifest } from '../release/index.ts'
import type { Check } from './check.ts'
import { type BoundPool, boundPool, lookAtBounds, readBounds } from './topdown-bound-facts.ts'
import type { ReleasedTable } from './topdown-cell-checks.ts'
import { type FactPool, listedCheck, poolFacts } from './topdown-facts.ts'
import type { Places } from './topdown-places.ts'
import { lookAtRatios } from './topdown-ratio-facts.ts'
import type { StatedRelease } from './topdown-statement.ts'

export async function factChecks(
  db: Database,
  folder: string,
  manifest: Manifest,
  release: StatedRelease,
  tables: readonly ReleasedTable[],
  places: Places,
): Promise<readonly Check[]> {
  const pools = poolFacts(release).map((pool) => ({ pool, bounds: boundPool(pool, tables, places) }))
  const readable = pools.flatMap(({ bounds }) => (typeof bounds === 'object' ? [bounds] : []))
  const others = pools.filter(({ pool, bounds }) => !pool.released || typeof bounds === 'string')
  const notLookedAt = others.map(({ pool }) => pool.name)
  const stray = await readBounds(db, folder, manifest, places, readable, notLookedAt)
  const failsafe = release.statement.failsafe.length
  return [
    listedCheck(release, stray),
    ...pools.map(({ pool, bounds }) => ({
      name: `fact: ${pool.name}`,
      ...factFindings(pool, bounds, tables, places, failsafe),
    })),
  ]
}

type Finding = Omit<Check, 'name'>

function factFindings(
  pool: FactPool,
  bounds: BoundPool | string | undefined,
  tables: readonly ReleasedTable[],
  places: Places,
  failsafe: number,
): Finding {
  if (!pool.released) return { ok: true, detail: 'not looked at: it speaks of attributes that are not released' }
  if (typeof bounds === 'string') return { ok: false, detail: bounds }
  if (!places.levels.some(({ name }) => name === pool.level)) return { ok: false, detail: 'there is no such level' }
  const found = bounds === undefined ? { places: 0, broken: 0, faults: [] } : lookAtBounds(bounds, places)
  const ratios = lookAtRatios(pool, tables, places) ?? { places: 0, broken: 0 }
  const broken = found.broken + ratios.broken
  const held = judged(pool, broken, found.places + ratios.places, failsafe)
  return found.faults.length === 0 ? held : { ok: false, detail: [...found.faults, held.detail].join('; ') }
}

function judged({ mode, claimed }: FactPool, broken: number, places: number, failsafe: number): Finding {
  const all = places.toLocaleString('en')
  const apart = `does not hold in ${broken.toLocaleString('en')} of ${all} places`
  const same = broken === claimed ? 'as the release says' : `and the release says ${claimed.toLocaleString('en')}`
  if (mode !== 'enforced') return { ok: broken === claimed, detail: `${mode}: ${apart}, ${same}` }
  if (broken === 0 && claimed === 0) return { ok: true, detail: `holds in all ${all} places` }
  const why = failsafe === 0 ? '' : ` (${failsafe.toLocaleString('en')} places were solved by the failsafe)`
  return { ok: false, detail: `enforced, yet it ${apart}, ${same}${why}` }
}
