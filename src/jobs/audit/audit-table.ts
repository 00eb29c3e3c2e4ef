/** An audit of one table of shares: from data or from the published shares themselves, exact or rounded. */
import {
  audit,
  type ConditionalTable,
  exactShares,
  guessesOf,
  hiddenLevels,
  type KnownBound,
  type RoundedAudit,
  type RoundedTable,
  reduceShares,
  roundedTable,
  roundShares,
} from '../../bounds/index.ts'
import { type Database, withDatabase } from '../../data/index.ts'
import type { Rational } from '../../exact/index.ts'
import type { Working } from '../../run/context.ts'
import { noteLeftOut } from '../../run/note-left-out.ts'
import { onThread } from '../../run/on-thread.ts'
import type { Merge } from '../../spec/index.ts'
import { type AuditDocument, exactDocument, roundedDocument } from './document.ts'
import { readKnown } from './known-file.ts'
import type { SideNames } from './names.ts'
import { prepareAudit } from './prepare-audit.ts'
import { readLongShares, readWideShares } from './shares-file.ts'
import type { AuditRules, SharesTask, TableTask } from './task.ts'
import { AUDIT_WORK } from './work.ts'

/** The audit of a table that would be made from data. */
export async function auditData(job: TableTask, working: Working): Promise<AuditedTable> {
  working.progress.phase({ id: 'count' })
  const { counts, conditional, rows, columns, known, totals } = await withDatabase({}, async (db) => {
    await noteLeftOut(db, job.source, working)
    return prepareAudit(db, job)
  })
  const { decimals, rounding, rules } = job
  const counted = { totals, counted: job.counted, person: job.person ?? null }
  const [height, width] = [rows.levels.length, columns.levels.length]
  if (decimals === undefined) {
    const shares = exactShares(counts, height, width)
    const found = { ...exactAudit(conditional, known, rules, rows, columns), ...counted }
    return { found: withGuesses(found, counts), rows, columns, shares, merges: job.merges }
  }
  const shares = roundShares(counts, height, width, decimals, rounding)
  const table = roundedTable(shares, decimals, conditional.n, rounding)
  const hidden = hiddenLevels(shares, rows.levels, columns.levels).map(
    ({ side, variable, level }) => `${{ rows, columns }[side].variables[variable].name} = ${level}`,
  )
  const found = await roundedAudit(table, known, rules, { rows, columns, hidden }, working)
  return { found: withGuesses({ ...found, ...counted }, counts), rows, columns, shares, merges: job.merges }
}

function withGuesses(found: AuditDocument, counts: Float64Array): AuditDocument {
  const bounds = found.table.flatMap((row) => row.bounds)
  const [lower, upper] = [0, 1].map((end) => Float64Array.from(bounds, (bound) => bound[end]))
  return { ...found, guesses: guessesOf(counts, { lower, upper }, found.rules.small) }
}

/** A table made from data, with what it discloses. */
export interface AuditedTable {
  readonly found: AuditDocument
  readonly rows: SideNames
  readonly columns: SideNames
  /** shares[row][column], as they would be published; zeros in a row without records. */
  readonly shares: readonly (readonly Rational[])[]
  readonly merges: readonly Merge[]
}

/** The audit of a table of shares that is out already, or about to be. */
export async function auditShares(job: SharesTask, working: Working): Promise<AuditDocument> {
  const { table, known } = await withDatabase({}, async (db) => {
    const table = await readShares(db, job)
    return { table, known: job.known === undefined ? [] : await readKnown(db, job.known, table.rows, table.columns) }
  })
  const { rows, columns, shares } = table
  if (job.decimals === undefined) return exactAudit(reduceShares(shares, job.n), known, job.rules, rows, columns)
  // Why a level is listed in a file of shares is not known here.
  const names = { rows, columns, hidden: [] }
  return roundedAudit(roundedTable(shares, job.decimals, job.n, job.rounding), known, job.rules, names, working)
}

function readShares(
  db: Database,
  { path, rows, columns, share, shares }: SharesTask,
): ReturnType<typeof readLongShares> {
  return share === undefined ? readWideShares(db, path, rows, shares) : readLongShares(db, path, rows, columns, share)
}

function exactAudit(
  table: ConditionalTable,
  known: readonly KnownBound[],
  rules: AuditRules,
  rows: SideNames,
  columns: SideNames,
): AuditDocument {
  return exactDocument(audit(table, { known, small: rules.small }), rules, rows, columns)
}

interface RoundedNames {
  readonly rows: SideNames
  readonly columns: SideNames
  readonly hidden: readonly string[]
}

async function roundedAudit(
  table: RoundedTable,
  known: readonly KnownBound[],
  rules: AuditRules,
  { rows, columns, hidden }: RoundedNames,
  working: Working,
): Promise<AuditDocument> {
  const task = (shared: Int32Array): unknown => ({ table, known, small: rules.small, shared })
  const found = await onThread<RoundedAudit>(AUDIT_WORK, 'roundedAudit', { id: 'try-counts' }, task, working)
  return roundedDocument(found, rules, rows, columns, hidden)
}
