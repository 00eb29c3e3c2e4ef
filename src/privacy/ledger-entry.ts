/**
 * The lines of a ledger: what may be written in one, and how each is sealed to the line before it.
 *
 * A line is one canonical JSON object (keys sorted, no spaces, fractions as text). Its hash covers everything else in it,
 * the hash of the line before included, so that changing, dropping, inserting or moving any line breaks the chain at a line
 * that can be named. What a chain alone cannot show is a cut at the end: whoever keeps a ledger keeps its head as well.
 */
import { badInput } from '../request-error.ts'
import type { PrivacyEventJson } from './event.ts'
import { sha256 } from './sha256.ts'

export type LedgerEntry =
  /**
   * The first line: which data, and who or what is protected (the neighbour relation in words). `id` is this ledger's own name;
   * older ledgers have none, and go by the hash of this line.
   */
  | { readonly type: 'open'; readonly dataset: string; readonly unit: string; readonly id?: string }
  /** The same data have another ledger: its id and unit, and the reason that was given. */
  | { readonly type: 'second'; readonly id: string; readonly unit: string; readonly reason: string }
  /** The most that may be spent from here on; null for no limit. */
  | { readonly type: 'cap'; readonly cap: PrivacyEventJson | null; readonly reason: string }
  /**
   * A spend, counted from this moment on whatever happens next. `drawing` binds it to one draw: it is a keyed hash, under the
   * secret key of the noise, of the plan and of the data. `first`: nothing had been spent in this ledger before.
   */
  | {
      readonly type: 'reserve'
      readonly runId: string
      readonly cost: PrivacyEventJson
      readonly purpose: string
      readonly specHash: string
      readonly drawing?: string
      readonly first?: true
    }
  /** The run's measurements are stored: these, and no others, are its noise. See `committedHash`. */
  | { readonly type: 'commit'; readonly runId: string; readonly measurementsHash: string }
  /** The release is written and flushed, and is about to be put in place: the SHA-256 of every file in it, by name. */
  | { readonly type: 'publish'; readonly runId: string; readonly outputs: Readonly<Record<string, string>> }
  /**
   * The run will never be finished. Nothing is given back: noise may have been drawn and seen between the reservation and
   * the crash, and nobody can show that it was not.
   */
  | { readonly type: 'abandon'; readonly runId: string; readonly reason: string }

export interface LedgerLine {
  readonly index: number
  readonly previous: string
  readonly time: string
  readonly entry: LedgerEntry
  /** The cap and what is spent, this line included (`totalsText`): whoever begins to read after it takes them from no other file. */
  readonly after?: string
  readonly hash: string
}

/** Where a ledger stands: its last line. */
export interface LedgerHead {
  readonly index: number
  readonly hash: string
}

/** What stands for the line before the first. */
export const GENESIS: LedgerHead = { index: -1, hash: '0'.repeat(64) }

/** The line that follows `head`. */
export function sealEntry(entry: LedgerEntry, head: LedgerHead, time: string, after?: string): LedgerLine {
  const body = { index: head.index + 1, previous: head.hash, time, entry, ...(after !== undefined && { after }) }
  return { ...body, hash: sha256(canonicalJson(body)) }
}

/** The line as it stands in the file, without its newline. */
export function formatLine(line: LedgerLine): string {
  return canonicalJson(line)
}

/** Reads one line and checks its seal against the line before. Throws a plain Error with the reason. */
export function readLine(text: string, head: LedgerHead): LedgerLine {
  const line = parse(text)
  if (line.index !== head.index + 1) throw new Error(`it is numbered ${line.index} where ${head.index + 1} follows`)
  if (line.previous !== head.hash) throw new Error('it does not follow the line before it')
  const { hash } = line
  const isCanonical = text === formatLine(line)
  // A canonical line without its field "hash" is the canonical form of the rest.
  const body = isCanonical ? text.replace(`,"hash":"${hash}"`, '') : canonicalJson({ ...line, hash: undefined })
  if (hash !== sha256(body)) throw new Error('its contents do not match its hash')
  if (!isCanonical) throw new Error('it is not written in canonical form')
  return line
}

function parse(text: string): LedgerLine {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error('it is not JSON')
  }
  const line = value as Partial<LedgerLine> | null
  if (typeof line !== 'object' || line?.entry === undefined || !Number.isInteger(line.index))
    throw new Error('it is not a ledger line')
  return line as LedgerLine
}

/** JSON with sorted keys and no spaces. Numbers must be safe integers: anything finer is written as text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined)
    fields.sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join()}}`
  }
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw badInput(`${value} cannot be written exactly in canonical JSON; write it as text.`)
  }
  return JSON.stringify(value) ?? 'null'
}
