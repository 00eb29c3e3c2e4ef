/**
 * A release, checked again by whoever holds it: the files against the manifest, the statement against the spec, the figures
 * against the rules they must keep, and the spend against the ledger. Shares no code with what made the release, except the
 * reading of files and the accountant.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { fetchColumns, fetchNumber, fileRelation, withDatabase } from '../../data/index.ts'
import { compare, parseRational } from '../../exact/index.ts'
import { asPure, asZcdp, eventFromJson, totalCost } from '../../privacy/index.ts'
import { changedOutputs, type Manifest, readManifest, sha256Text } from '../../release/index.ts'
import { LedgerFile } from '../ledger/index.ts'
import { anonymityCheck } from './anonymity-check.ts'
import type { Check } from './check.ts'
import { decisionChecks } from './decision-checks.ts'
import { groupChecks } from './group-checks.ts'
import { topdownChecks } from './topdown-checks.ts'

export interface VerifyOptions {
  /** The ledger to look the run up in. */
  readonly ledger?: string
  /** The model of a decision, or its spec: confidential, and the only way to check the constraints. */
  readonly model?: string
  /** The folder of the release that this one extends. */
  readonly earlier?: string
}

export async function verifyRelease(
  folder: string,
  options: VerifyOptions = {},
): Promise<{ manifest: Manifest; checks: readonly Check[] }> {
  const manifest = await readManifest(folder)
  const changed = await changedOutputs(folder, manifest)
  const checks: Check[] = [
    {
      name: 'files',
      ok: changed.length === 0,
      detail: changed.join('; ') || `${manifest.outputs.length} files are as released`,
    },
    specCheck(manifest),
  ]
  if (manifest.command === 'measure') {
    checks.push(
      privacyCheck(manifest),
      ...(await measurementChecks(folder, manifest)),
      ledgerCheck(manifest, options.ledger),
    )
  }
  if (manifest.command === 'topdown') {
    const { earlier } = options
    checks.push(
      privacyCheck(manifest),
      ...(await topdownChecks(folder, manifest, earlier === undefined ? {} : { earlier })),
      ledgerCheck(manifest, options.ledger),
    )
  }
  if (manifest.command === 'groups')
    checks.push(...(await groupChecks(folder, manifest)), ledgerCheck(manifest, options.ledger))
  if (manifest.command === 'anonymize') checks.push(await anonymityCheck(folder, manifest))
  if (manifest.command === 'decide')
    checks.push(...(await decisionChecks(folder, manifest, options.model)), ledgerCheck(manifest, options.ledger))
  return { manifest, checks }
}

function specCheck({ spec }: Manifest): Check {
  if (spec.text === null) return { name: 'spec', ok: true, detail: 'the job was given by flags' }
  const ok = sha256Text(spec.text) === spec.sha256
  return {
    name: 'spec',
    ok,
    detail: ok ? 'its text has the fingerprint given' : 'its text was changed after the release',
  }
}

/** The cost in the manifest adds up from its parts to no more than the budget stated. */
function privacyCheck({ privacy }: Manifest): Check {
  const { cost, budget } = privacy as { cost: unknown; budget: { kind: string; total: string } }
  const spent = totalCost(eventFromJson(cost))
  const counted = budget.kind === 'pure' ? asPure(spent) : asZcdp(spent)
  const ok = counted !== undefined && compare(counted, parseRational(budget.total)) <= 0
  return {
    name: 'privacy',
    ok,
    detail: ok ? `the parts stay within ${String(privacy.words)}` : 'the parts cost more than the budget stated',
  }
}

interface QueryFigures {
  readonly level: string
  readonly query: string
  readonly regions: number
  readonly answers: number
  readonly standardError: number
}

/** The published values are whole, complete, of the stated variance, and the very ones that were committed. */
async function measurementChecks(folder: string, manifest: Manifest): Promise<readonly Check[]> {
  const name = manifest.outputs.find((output) => output.name.startsWith('measurements.'))?.name
  if (name === undefined) return [{ name: 'measurements', ok: false, detail: 'the manifest lists no measurements' }]
  return withDatabase({ threads: 1 }, async (db) => {
    const { sql } = await fileRelation(db, join(folder, name))
    const lines = db.freshName('lines')
    await db.run(
      `create temp table ${lines} as select level, query, cast(value as double) as value, cast(variance as double) as variance from ${sql}`,
    )
    const [values] = await fetchColumns(db, `select value from ${lines} order by rowid`, ['float64'])
    const whole = values.every(Number.isSafeInteger)
    const sha256 = createHash('sha256').update(new Uint8Array(values.buffer)).digest('hex')
    const same = sha256 === manifest.checks.measurementsSha256
    const wrong = []
    for (const q of manifest.result.queries as readonly QueryFigures[]) {
      const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
      const expected = `level = ${quoted(q.level)} and query = ${quoted(q.query)} and abs(variance - ${q.standardError ** 2}) <= 1e-9 * variance`
      if ((await fetchNumber(db, `select count(*) from ${lines} where ${expected}`)) !== q.regions * q.answers)
        wrong.push(`${q.query} by ${q.level}`)
    }
    return [
      { name: 'whole numbers', ok: whole, detail: `${values.length.toLocaleString('en')} values` },
      {
        name: 'complete',
        ok: wrong.length === 0,
        detail:
          wrong.length === 0 ? 'every answer is there, with the variance stated' : `not as stated: ${wrong.join(', ')}`,
      },
      {
        name: 'measurements',
        ok: same,
        detail: same ? 'they are the ones that were drawn' : 'they are not the ones that were drawn',
      },
    ]
  })
}

function ledgerCheck(manifest: Manifest, path: string | undefined): Check {
  const name = 'ledger'
  if (manifest.stamp === 'NOT PRIVATE') return { name, ok: true, detail: 'a simulation: nothing was charged' }
  if (path === undefined) return { name, ok: true, detail: 'not looked at: name it with --ledger' }
  const run = LedgerFile.existing(path).state().runs.get(manifest.runId)
  if (run === undefined) return { name, ok: false, detail: 'the run is not in it' }
  const { measurementsSha256, unitMeasurementsSha256 } = manifest.checks
  const drawn = [measurementsSha256, unitMeasurementsSha256].filter((hash) => hash !== undefined)
  const ok = drawn.some((hash) => hash === run.measurementsHash) && run.specHash === manifest.spec.sha256
  return {
    name,
    ok,
    detail: ok
      ? 'the run is charged and committed with these measurements'
      : 'the run is in it with another spec or other measurements',
  }
}
