/** A ledger in the database for the person who keeps it: what it says, its cap, where it stands. Runs have `postgres-ledger.ts`. */
import type { LedgerAnchor, LedgerIdentity } from '../../ledger/index.ts'
import {
  type Cap,
  type LedgerLine,
  type LedgerSummary,
  planAbandon,
  planCap,
  summariseLedger,
} from '../../privacy/index.ts'
import { badInput } from '../../request-error.ts'
import { anchorOf, changeLedger, ledgerLines, ledgerPaths, openLedger, readLedger } from './postgres-ledger.ts'
import { checkSchema, installSchema } from './schema.ts'
import type { SqlDatabase } from './sql.ts'

export interface LedgerTable {
  /** The name it has in the database. */
  readonly path: string
  summary(): Promise<LedgerSummary>
  /** The same, with every line verified. */
  verified(): Promise<LedgerSummary>
  anchor(): Promise<LedgerAnchor>
  /** Whether it has this line. */
  has(line: { readonly index: number; readonly hash: string }): Promise<boolean>
  setCap(cap: Cap | undefined, reason: string): Promise<void>
  abandon(runId: string, reason: string): Promise<void>
}

/** The ledger of that name; without one, the only one there is. */
export async function ledgerTable(database: SqlDatabase, named: string | undefined): Promise<LedgerTable> {
  await checkSchema(database)
  const path = await chosen(database, named)
  const summary = async (): Promise<LedgerSummary> => summariseLedger((await readLedger(database, path)).reader.state())
  return {
    path,
    summary,
    verified: summary, // every line is, each time
    anchor: async () => anchorOf((await readLedger(database, path)).reader.state()),
    has: async ({ index, hash }) => {
      const line = (await ledgerLines(database, path))[index]
      return line !== undefined && (JSON.parse(line) as LedgerLine).hash === hash
    },
    setCap: async (cap, reason) => void (await changeLedger(database, path, () => planCap(cap, reason))),
    abandon: async (runId, reason) =>
      void (await changeLedger(database, path, (view) => planAbandon(view, runId, reason))),
  }
}

/** Begins a ledger before the first release, so that it can be capped. */
export async function beginLedgerTable(
  database: SqlDatabase,
  path: string,
  identity: LedgerIdentity,
): Promise<LedgerTable> {
  await installSchema(database)
  await openLedger(database, path, identity)
  return ledgerTable(database, path)
}

async function chosen(database: SqlDatabase, named: string | undefined): Promise<string> {
  const paths = await ledgerPaths(database)
  const list = paths.map((path) => `\n  ${path}`).join('')
  if (paths.length === 0)
    throw badInput('There is no ledger in this database. A first release, or "tacet ledger init", begins one.')
  if (named === undefined && paths.length > 1)
    throw badInput(`There are several ledgers in this database: name one.${list}`)
  const path = named ?? paths[0]
  if (paths.includes(path)) return path
  throw badInput(`There is no ledger ${path} in this database. There are:${list}`)
}
