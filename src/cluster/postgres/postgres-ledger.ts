/**
 * The ledger as rows, one a line, with the same lines, the same chain and the same rules as the file. A change reads, decides and
 * appends under one lock and in one transaction; it is acknowledged when that is committed.
 */
import { randomUUID } from 'node:crypto'
import {
  type BindableLedger,
  bindData,
  checkBoundTo,
  type Ledger,
  type LedgerAnchor,
  type LedgerChoice,
  LedgerFile,
  type LedgerIdentity,
  type LedgerStore,
} from '../../ledger/index.ts'
import {
  formatLine,
  type LedgerEntry,
  LedgerReader,
  type LedgerView,
  planCommit,
  planPublication,
  planReservation,
  sealNext,
} from '../../privacy/index.ts'
import { badInput } from '../../request-error.ts'
import type { Sql, SqlDatabase } from './sql.ts'

export function postgresLedgers(database: SqlDatabase): LedgerStore {
  return {
    view: async (choice) => {
      refuseFile(choice)
      const { reader } = await readLedger(database, choice.path)
      const view = reader.state().head.index < 0 ? undefined : reader.state()
      checkBoundTo(view?.id, placeOf(choice.path), choice.data, choice.reason)
      return view
    },
    open: async (choice, identity) => {
      refuseFile(choice)
      const { path, data, reason } = choice
      const before = (await readLedger(database, path)).reader.state()
      const isBound = checkBoundTo(before.head.index < 0 ? undefined : before.id, placeOf(path), data, reason)
      const ledger = await openLedger(database, path, identity)
      if (!isBound) await bindData(await bindable(database, path), identity, data, reason)
      return ledger
    },
  }
}

/** How the file beside the data names a ledger that is in a database. */
const placeOf = (path: string): string => `postgres:${path}`

async function bindable(database: SqlDatabase, path: string): Promise<BindableLedger> {
  const { id } = (await readLedger(database, path)).reader.state()
  return {
    id,
    path: placeOf(path),
    isFile: false,
    noteSecond: async (other, unit, reason) => {
      await changeLedger(database, path, () => ({ type: 'second', id: other, unit, reason }))
    },
  }
}

/** Two ledgers of the same data would each count a part of what was spent. */
function refuseFile({ path, reason }: LedgerChoice): void {
  if (reason !== undefined || LedgerFile.peek(path) === undefined) return
  throw badInput(
    `These data have a ledger in the file ${path}, and this run would keep another one in the database: each would count a part of ` +
      'what is spent. Run without a database, or say with `ledgerReason` why they get a second ledger.',
  )
}

export async function openLedger(database: SqlDatabase, path: string, identity: LedgerIdentity): Promise<Ledger> {
  const opening = { type: 'open', ...identity, id: randomUUID() } as const
  const change = (next: (view: LedgerView) => LedgerEntry | undefined): Promise<LedgerView> =>
    changeLedger(database, path, next)
  const view = await change(({ head }) => (head.index < 0 ? opening : undefined))
  if (view.dataset !== identity.dataset || view.unit !== identity.unit)
    throw badInput(
      `The ledger ${path} in the database is kept for "${view.dataset}" and protects: ${view.unit}\n` +
        `This run is for "${identity.dataset}" and protects: ${identity.unit}\n` +
        'Costs of different data or units do not add up. Name the ledger of these data (`ledger`, or privacy.ledger in a spec).',
    )
  const now = async (): Promise<LedgerView> => (await readLedger(database, path)).reader.state()
  return {
    path,
    check: async (reservation) => void planReservation(await now(), reservation),
    run: async (runId) => (await now()).run(runId),
    reserve: async (reservation) => {
      const after = await change((found) => {
        const plan = planReservation(found, reservation)
        return 'entry' in plan ? plan.entry : undefined
      })
      return after.run(reservation.runId)!
    },
    commit: async (runId, values) => anchorOf(await change((found) => planCommit(found, runId, values))),
    sign: () => undefined, // a key is kept beside a file
    publish: async (runId, outputs) => void (await change((found) => planPublication(found, runId, outputs))),
  }
}

export function changeLedger(
  database: SqlDatabase,
  path: string,
  next: (view: LedgerView) => LedgerEntry | undefined,
): Promise<LedgerView> {
  return database.transaction(async (sql) => {
    await sql.query("select pg_advisory_xact_lock(hashtextextended('tacet ledger ' || $1, 7))", [path])
    const { reader } = await readLedger(sql, path)
    const state = reader.state()
    const entry = next(state)
    if (entry === undefined) return state
    const line = formatLine(sealNext(state, entry, new Date().toISOString()))
    reader.read(line) // before it is written: an entry that breaks a rule never gets into the table
    await sql.query('insert into tacet.ledger (path, index, line) values ($1, $2, $3)', [
      path,
      state.head.index + 1,
      line,
    ])
    return reader.state()
  })
}

export async function readLedger(
  sql: Sql,
  path: string,
): Promise<{ readonly reader: LedgerReader; readonly lines: readonly string[] }> {
  const lines = await ledgerLines(sql, path)
  const reader = new LedgerReader()
  for (const [i, line] of lines.entries()) {
    try {
      reader.read(line)
    } catch (error) {
      throw badInput(`The ledger ${path} in the database is damaged at line ${i + 1}: ${(error as Error).message}.`)
    }
  }
  return { reader, lines }
}

/** The lines as a ledger file would hold them: `tacet ledger verify` reads them. */
export async function ledgerLines(sql: Sql, path: string): Promise<readonly string[]> {
  const rows = await sql.query<{ line: string }>('select line from tacet.ledger where path = $1 order by index', [path])
  return rows.map(({ line }) => line)
}

export async function ledgerPaths(sql: Sql): Promise<readonly string[]> {
  return (await sql.query<{ path: string }>('select distinct path from tacet.ledger order by path')).map(
    ({ path }) => path,
  )
}

export function anchorOf({ id, head }: LedgerView): LedgerAnchor {
  return { ledger: id, index: head.index, hash: head.hash }
}
