/**
 * Up to where a ledger has been verified and indexed, with its totals there: a charge verifies only the lines after it. The
 * checkpoint is a cache beside the ledger, sealed by its own hash; without one, or with one that does not fit, the whole ledger
 * is verified.
 */
import { readFileSync } from 'node:fs'
import { formatRational, parseRational } from '../exact/rational.ts'
import { canonicalJson, capFromJson, eventToJson, type LedgerTotals, type Spend, sha256 } from '../privacy/index.ts'
import { replaceFile } from './sync-files.ts'

export interface Checkpoint {
  readonly totals: LedgerTotals
  /** The length of the lines before it. */
  readonly bytes: number
  /** Entries of the index that belong to them. */
  readonly entries: number
}

const FORMAT = 'tacet-checkpoint-1'

export function writeCheckpoint(path: string, { totals, bytes, entries }: Checkpoint): void {
  const { dataset, unit, id, cap, spent, head } = totals
  const body = {
    format: FORMAT,
    bytes,
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

/** The checkpoint, or undefined when there is none that can be trusted. */
export function readCheckpoint(path: string): Checkpoint | undefined {
  try {
    const { seal, ...body } = JSON.parse(readFileSync(path, 'utf8'))
    if (body.format !== FORMAT || seal !== sha256(canonicalJson(body))) return undefined
    const { bytes, entries, head, dataset, unit, id } = body
    const cap = body.cap === null ? undefined : capFromJson(body.cap)
    return { totals: { dataset, unit, id, cap, spent: spentFrom(body.spent), head }, bytes, entries }
  } catch {
    return undefined
  }
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
