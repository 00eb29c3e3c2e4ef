/**
 * Which ledger counts what is spent on a data file: written beside the data (`people.csv.ledger`), so that a second ledger, or a
 * new one in place of one that was deleted, is noticed. Either is refused unless a reason is given; the reason is written into the
 * new ledger and into the one before it, where there still is one.
 *
 * It holds no value of the data, and guards against mistakes, not against someone who deletes it together with the ledger: for
 * that the head of the ledger is anchored outside.
 */
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { wayTo } from '../files/index.ts'
import { sha256 } from '../privacy/index.ts'
import { badInput, RequestError } from '../request-error.ts'
import { LedgerFile, type LedgerIdentity } from './ledger-file.ts'
import { withoutLink } from './ledger-name.ts'
import { firstName, rememberName } from './linked-data.ts'
import { withLock } from './lock.ts'
import { stateFolder } from './state-folder.ts'
import { replaceFile } from './sync-files.ts'

/** The data that a ledger is kept for: a file; or a table on a server, remembered in a folder here. */
export type DataBinding =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'table'; readonly folder: string; readonly name: string }

interface BoundLedger {
  readonly id: string
  /** Relative to the folder of the binding. */
  readonly path: string
  readonly unit: string
  readonly since: string
  readonly reason?: string
}

const FORMAT = 'tacet-binding-1'

/** The ledger at `path`, begun if there is none, provided that it is the one these data have, or a reason is given. */
export async function openBound(
  path: string,
  identity: LedgerIdentity,
  data: DataBinding,
  reason?: string,
): Promise<LedgerFile> {
  const isBound = checkBound(path, data, reason)
  const ledger = await LedgerFile.open(path, identity)
  if (!isBound) await bindData(bindable(ledger), identity, data, reason)
  return ledger
}

/** A ledger that data are bound to: a file, or one kept elsewhere, such as in a database. */
export interface BindableLedger {
  readonly id: string
  readonly path: string
  /** In a file, whose place is written relative to the data. */
  readonly isFile: boolean
  noteSecond(id: string, unit: string, reason: string): Promise<void>
}

function bindable(ledger: LedgerFile): BindableLedger {
  return {
    id: LedgerFile.peek(ledger.path)!.id,
    path: ledger.path,
    isFile: true,
    noteSecond: (id, unit, reason) => ledger.noteSecond(id, unit, reason),
  }
}

/** Whether the data are bound to this ledger. Throws the refusal that `openBound` would throw, and writes nothing. */
export function checkBound(path: string, data: DataBinding, reason?: string): boolean {
  return checkBoundTo(LedgerFile.peek(path)?.id, path, data, reason)
}

/** The same for the ledger of this id, wherever it is kept; undefined for one that is yet to begin. */
export function checkBoundTo(id: string | undefined, path: string, data: DataBinding, reason?: string): boolean {
  const file = bindingFile(data)
  const bound = readBinding(file)
  if (bound.some((known) => known.id === id)) return true
  if (bound.length > 0 && reason === undefined) throw notTheFirst(path, file, bound)
  return false
}

/** Names the ledger beside the data, and writes the reason for a second one into both. */
export async function bindData(
  ledger: BindableLedger,
  { unit }: LedgerIdentity,
  data: DataBinding,
  reason: string | undefined,
): Promise<void> {
  const file = bindingFile(data)
  const { id } = ledger
  const entry = {
    id,
    path: ledger.isFile ? wayTo(dirname(file), resolve(ledger.path)) : ledger.path,
    unit,
    since: new Date().toISOString(),
    ...(reason !== undefined && { reason }),
  }
  const work = async (): Promise<void> => {
    const bound = readBinding(file)
    if (bound.some((known) => known.id === id)) return
    if (bound.length > 0 && reason === undefined) throw notTheFirst(ledger.path, file, bound)
    for (const before of bound) {
      const earlier = resolve(dirname(file), before.path)
      const isOther = earlier !== resolve(ledger.path)
      if (isOther && existsSync(earlier)) await LedgerFile.existing(earlier).noteSecond(id, unit, reason!)
      await ledger.noteSecond(before.id, before.unit, reason!)
    }
    replaceFile(file, `${JSON.stringify({ format: FORMAT, ledgers: [...bound, entry] }, null, 2)}\n`, 'binding')
    if (data.kind === 'file' && bound.length === 0) rememberName(withoutLink(data.path))
  }
  await withLock(`${file}.lock`, work, { what: `The file ${file}` })
}

/** Beside the data, or where that folder cannot be written, in the user's own state folder. */
function bindingFile(data: DataBinding): string {
  const beside =
    data.kind === 'file'
      ? `${firstName(withoutLink(data.path))}.ledger`
      : join(data.folder, `table-${sha256(data.name).slice(0, 16)}.ledger`)
  if (existsSync(beside)) return beside
  const elsewhere = join(stateFolder(), `${basename(beside)}-${sha256(resolve(beside)).slice(0, 16)}`)
  return existsSync(elsewhere) || !isWritable(dirname(beside)) ? elsewhere : beside
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    mkdirSync(stateFolder(), { recursive: true, mode: 0o700 })
    return false
  }
}

function readBinding(file: string): readonly BoundLedger[] {
  if (!existsSync(file)) return []
  try {
    const { format, ledgers } = JSON.parse(readFileSync(file, 'utf8')) as { format: unknown; ledgers: BoundLedger[] }
    if (format === FORMAT && Array.isArray(ledgers)) return ledgers
  } catch {}
  throw badInput(
    `${file} should name the ledger of these data and cannot be read. Restore it from a copy; without one, move it away and give the reason with \`ledgerReason\`.`,
  )
}

/** In a database, which is not looked into from here. */
const isElsewhere = (path: string): boolean => path.startsWith('postgres:')

function notTheFirst(path: string, file: string, bound: readonly BoundLedger[]): RequestError {
  const known = bound.map((ledger) => (isElsewhere(ledger.path) ? ledger.path : resolve(dirname(file), ledger.path)))
  const gone = known.filter((ledger) => !isElsewhere(ledger) && !existsSync(ledger))
  const what =
    gone.length === known.length
      ? `These data have a ledger, ${known.join(', ')}, and it is gone: what was spent before would no longer count.`
      : `These data have a ledger already: ${known.filter((ledger) => !gone.includes(ledger)).join(', ')}. Spending under ${path} would not count in it.`
  return new RequestError(
    'refused',
    `${what} Nothing was read or drawn.\n\n` +
      `Use that ledger${gone.length > 0 ? ' (restore it from a copy)' : ''}, or begin another with \`ledgerReason\` "WHY": the reason is written into both. (Named in ${file}.)`,
    { ledgers: known },
  )
}
