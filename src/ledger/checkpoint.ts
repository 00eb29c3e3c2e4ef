/**
 * Up to where a ledger has been verified and indexed, with its totals there: a charge verifies only the lines after it.
 *
 * It is a cache beside the ledger and is believed in nothing: its totals must be those that the line at which it stands states, its
 * data and unit those of the first line, and the bytes before it must have the hash that they had when they were verified. Without
 * one, or with one that does not fit, the whole ledger is verified.
 */
import { createHash } from 'node:crypto'
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { formatRational, parseRational } from '../exact/rational.ts'
import {
  canonicalJson,
  capFromJson,
  eventToJson,
  GENESIS,
  type LedgerLine,
  type LedgerTotals,
  readLine,
  type Spend,
  sha256,
  totalsText,
} from '../privacy/index.ts'
import { readLineAt, readLineBefore } from './ledger-lines.ts'
import { replaceFile } from './sync-files.ts'

export interface Checkpoint {
  readonly totals: LedgerTotals
  /** The length of the lines before it. */
  readonly bytes: number
  /** Their SHA-256. */
  readonly sha256: string
  /** Entries of the index that belong to them. */
  readonly entries: number
}

const FORMAT = 'tacet-checkpoint-2'

export function writeCheckpoint(
  path: string,
  ledger: string,
  { totals, bytes, entries }: Omit<Checkpoint, 'sha256'>,
): void {
  const { dataset, unit, id, cap, spent, head } = totals
  const body = {
    format: FORMAT,
    bytes,
    sha256: hashOfStart(ledger, bytes),
    entries,
    head: { index: head.index, hash: head.hash },
    dataset,
    unit,
    id,
    cap: cap === undefined ? null : eventToJson(cap),
    spent: Object.fromEntries(Object.entries(spent).map(([field, value]) => [field, formatRational(value)])),
  }
  replaceFile(path, `${canonicalJson({ ...body, seal: sha256(canonicalJson(body)) })}\n`, 'checkpoint')
}

/** The checkpoint, or undefined when there is none that can be read. */
export function readCheckpoint(path: string): Checkpoint | undefined {
  try {
    const { seal, ...body } = JSON.parse(readFileSync(path, 'utf8'))
    if (body.format !== FORMAT || seal !== sha256(canonicalJson(body))) return undefined
    const { bytes, entries, head, dataset, unit, id } = body
    const cap = body.cap === null ? undefined : capFromJson(body.cap)
    return {
      totals: { dataset, unit, id, cap, spent: spentFrom(body.spent), head },
      bytes,
      sha256: body.sha256,
      entries,
    }
  } catch {
    return undefined
  }
}

/** Whether the chain itself states what the checkpoint does: its first line the data, the one before it what is spent. */
export function isBoundToChain(ledger: string, { totals, bytes }: Checkpoint): boolean {
  try {
    const { entry, hash } = readLine(readLineAt(ledger, 0), GENESIS)
    if (entry.type !== 'open' || entry.dataset !== totals.dataset || entry.unit !== totals.unit) return false
    if ((entry.id || hash) !== totals.id) return false
    const text = readLineBefore(ledger, bytes)
    const { index, previous } = JSON.parse(text) as LedgerLine
    const last = readLine(text, { index: index - 1, hash: previous })
    return index === totals.head.index && last.hash === totals.head.hash && last.after === totalsText(totals)
  } catch {
    return false
  }
}

/** Whether no byte before it has changed since they were verified. */
export function isUnchanged(ledger: string, { bytes, sha256: verified }: Checkpoint): boolean {
  return hashOfStart(ledger, bytes) === verified
}

const PIECE = 1 << 20

function hashOfStart(path: string, bytes: number): string {
  const hash = createHash('sha256')
  const piece = Buffer.alloc(Math.min(PIECE, bytes))
  const file = openSync(path, 'r')
  try {
    for (let at = 0; at < bytes; ) {
      const got = readSync(file, piece, 0, Math.min(piece.length, bytes - at), at)
      if (got === 0) break
      hash.update(piece.subarray(0, got))
      at += got
    }
  } finally {
    closeSync(file)
  }
  return hash.digest('hex')
}

function spentFrom(json: Readonly<Record<keyof Spend, string>>): Spend {
  return {
    pure: parseRational(json.pure),
    pureAsRho: parseRational(json.pureAsRho),
    rho: parseRational(json.rho),
    epsilon: parseRational(json.epsilon),
    delta: parseRational(json.delta),
  }
}
