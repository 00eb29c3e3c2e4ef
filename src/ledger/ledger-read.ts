/**
 * Reading a ledger: whole, or from its checkpoint on. Lines before the checkpoint were verified when it was written, and their bytes are
 * the same before anything is charged; those after it are verified now, and looked up in the index are read and checked one by one.
 */
import { existsSync, statSync } from 'node:fs'
import {
  changedRun,
  GENESIS,
  type LedgerEntry,
  type LedgerHead,
  type LedgerLine,
  LedgerReader,
  type LedgerRun,
  type LedgerState,
  type LedgerView,
  readLine,
  usedBy,
} from '../privacy/index.ts'
import { badInput } from '../request-error.ts'
import { type Checkpoint, isBoundToChain, isUnchanged, readCheckpoint } from './checkpoint.ts'
import { type IndexEntry, lookUp } from './ledger-index.ts'
import { readLineAt, readLines } from './ledger-lines.ts'

export interface LoadedLedger {
  readonly reader: LedgerReader
  readonly state: LedgerState
  readonly head: LedgerHead | undefined
  /** The length of the whole lines. */
  readonly end: number
  readonly torn: boolean
  /** What the index must learn before a checkpoint can stand at the end. */
  readonly fresh: readonly IndexEntry[]
  /** Lines read now. */
  readonly lines: number
  readonly indexed: number
}

/**
 * What is verified: `new`, the lines after the checkpoint, which is believed if the chain states what it says; `changed`, them and
 * that no byte before it has changed; `every`, each line from the first on. `all` is `changed` with the lines before it read as well.
 */
export type Verified = 'new' | 'changed' | 'all' | 'every'

/** Throws when the ledger is damaged. */
export function loadLedger(path: string, verified: Verified): LoadedLedger {
  const key = verified === 'new' || verified === 'changed' ? stateOf(path) : undefined
  if (key !== undefined && last?.key === key && last.path === path && (verified === 'new' || last.isLooked))
    return last.loaded
  const loaded = load(path, verified)
  last = key === undefined ? undefined : { path, key, loaded, isLooked: verified === 'changed' || loaded.indexed === 0 }
  return loaded
}

/** A long ledger that nobody has touched since is not read again: a charge asks for it several times. */
let last:
  | { readonly path: string; readonly key: string; readonly loaded: LoadedLedger; readonly isLooked: boolean }
  | undefined

/** What was loaded is about to be changed. */
export function forgetLoaded(): void {
  last = undefined
}

/** Shorter ones are read each time. */
const LONG = 1 << 18

function stateOf(path: string): string | undefined {
  const parts = [path, headPath(path), checkpointPath(path), indexPath(path)].map((part) =>
    statSync(part, { bigint: true, throwIfNoEntry: false }),
  )
  if ((parts[0]?.size ?? 0n) < LONG) return undefined
  return parts.map((part) => [part?.ino, part?.size, part?.mtimeNs, part?.ctimeNs].join(' ')).join('\n')
}

function load(path: string, verified: Verified): LoadedLedger {
  const head = readHead(headPath(path)) // before the lines: a line appended in between must not look missing
  const checkpoint = verified === 'every' ? undefined : fittingCheckpoint(path, head, verified !== 'new')
  const isWhole = verified === 'all' || checkpoint === undefined
  const known = (checkpoint?.totals.head.index ?? -1) + 1
  const before = isWhole ? 0 : known
  const { lines, offsets, end, torn } = readLines(path, isWhole ? 0 : checkpoint.bytes)
  const reader = new LedgerReader(isWhole ? undefined : viewFrom(path, checkpoint))
  const fresh: IndexEntry[] = []
  for (const [i, text] of lines.entries()) {
    try {
      const entry = before + i < known ? reader.take(text) : reader.read(text)
      fresh.push(...keysOf(entry).map((key) => ({ key, offset: offsets[i] })))
    } catch (reason) {
      if (before + i === 0 && head === undefined && !looksLikeLine(text)) throw notLedger(path)
      throw damaged(path, before + i + 1, reason instanceof Error ? reason.message : String(reason))
    }
  }
  const beyond = reader.beyondCap()
  if (beyond !== undefined) throw damaged(path, beyond.line, beyond.reason)
  const state = reader.state()
  checkHead(path, head, before, lines, isWhole ? GENESIS : checkpoint.totals.head)
  return { reader, state, head, end, torn, fresh, lines: lines.length, indexed: isWhole ? 0 : checkpoint.entries }
}

/** Under which keys the index knows an entry. */
export function keysOf(entry: LedgerEntry): readonly string[] {
  const used = usedBy(entry)
  return [...('runId' in entry ? [runKey(entry.runId)] : []), ...(used === undefined ? [] : [hashKey(used)])]
}

const runKey = (runId: string): string => `run ${runId}`
const hashKey = (hash: string): string => `used ${hash}`

export const headPath = (path: string): string => `${path}.head`
export const checkpointPath = (path: string): string => `${path}.checkpoint`
export const indexPath = (path: string): string => `${path}.index`

/** The checkpoint, when the ledger and its index still are the ones it was made for. */
function fittingCheckpoint(path: string, head: LedgerHead | undefined, looked: boolean): Checkpoint | undefined {
  const checkpoint = readCheckpoint(checkpointPath(path))
  if (checkpoint === undefined || head === undefined || head.index < checkpoint.totals.head.index) return undefined
  if (lookUp(indexPath(path), '', 0) === undefined || !isBoundToChain(path, checkpoint)) return undefined
  return !looked || isUnchanged(path, checkpoint) ? checkpoint : undefined
}

function viewFrom(path: string, { totals, bytes }: Checkpoint): LedgerView {
  const entriesOf = (key: string): LedgerEntry[] =>
    (lookUp(indexPath(path), key, bytes) ?? []).map((offset) => entryAt(path, offset))
  const run = (runId: string): LedgerRun | undefined => {
    let found: LedgerRun | undefined
    for (const entry of entriesOf(runKey(runId))) {
      if (!('runId' in entry) || entry.runId !== runId) continue
      found = changedRun({ run: () => found, isUsed: () => false }, entry)
    }
    return found
  }
  const isUsed = (hash: string): boolean => entriesOf(hashKey(hash)).some((entry) => usedBy(entry) === hash)
  return { ...totals, run, isUsed }
}

function entryAt(path: string, offset: number): LedgerEntry {
  const text = readLineAt(path, offset)
  try {
    const { index, previous } = JSON.parse(text) as LedgerLine
    return readLine(text, { index: index - 1, hash: previous }).entry
  } catch {
    throw badInput(
      `The ledger ${path} is damaged near byte ${offset}. "tacet ledger verify" names the line. ` +
        'Nothing is released on it: restore the file and its .head from a copy.',
      { path },
    )
  }
}

/** The line which the head names must be among the lines. */
function checkHead(
  path: string,
  head: LedgerHead | undefined,
  before: number,
  lines: readonly string[],
  checkpointed: LedgerHead,
): void {
  const count = before + lines.length
  // The first line may stand without a head, when its writer was killed between the two; every later write mends the head.
  if (head === undefined) {
    if (count < 2) return
    throw damaged(path, count, 'the head file beside it is missing')
  }
  if (count <= head.index) throw damaged(path, count + 1, `it is missing: the ledger had ${head.index + 1} lines`)
  const named = head.index < before ? checkpointed : (JSON.parse(lines[head.index - before]) as LedgerLine)
  if (named.hash !== head.hash) throw damaged(path, head.index + 1, 'it is not the line that the head file names')
}

/** Whether a text could be a line of a ledger, whole or damaged: another file given by mistake is not. */
function looksLikeLine(text: string): boolean {
  return text.startsWith('{') && text.includes('"hash"')
}

function notLedger(path: string): Error {
  return badInput(
    `${path} is not a ledger: its first line is not one of a ledger, and no ${headPath(path)} is beside it. ` +
      'Name the file that "tacet ledger init" or the first run made. If this was it, restore it and its .head from a copy: nothing is released on it as it is.',
    { path },
  )
}

function damaged(path: string, line: number, reason: string): Error {
  return badInput(
    `The ledger ${path} is damaged at line ${line}: ${reason}.\n\n` +
      'What has been spent can no longer be known, so nothing is released on it. Restore the file and its .head from a copy.',
    { path, line, reason },
  )
}

function readHead(path: string): LedgerHead | undefined {
  const { lines } = readLines(path)
  if (!existsSync(path)) return undefined
  try {
    const { index, hash } = JSON.parse(lines[0]) as LedgerHead
    if (Number.isSafeInteger(index) && typeof hash === 'string') return { index, hash }
  } catch {}
  throw badInput(
    `The head file ${path} cannot be read. It is replaced as a whole, so no crash does this: restore it from a copy.`,
  )
}
