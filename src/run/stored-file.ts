/**
 * A file that only its run may use: one line of JSON says whose it is, then come the bytes. A stored draw that is found again is
 * used as noise that was paid for, so it must be shown to be of this run, of this plan, and private or simulated as expected.
 */
import { createHash } from 'node:crypto'
import { RequestError } from '../request-error.ts'

export interface StoredHeader {
  readonly run: string
  readonly name: string
  /** True when a seed decided the noise. */
  readonly seeded: boolean
  /** The hash of what was to be drawn; '' for files that are no draw. */
  readonly plan: string
}

const NEWLINE = 10

/** The bytes with their header, which also holds their fingerprint. */
export function sealStored(header: StoredHeader, bytes: Uint8Array): Uint8Array {
  const line = Buffer.from(`${JSON.stringify({ ...header, sha256: sha256Of(bytes) })}\n`)
  return Buffer.concat([line, bytes])
}

/** The bytes of a stored file. Throws a refusal when it is not the one that is expected, or was changed. */
export function openStored(stored: Uint8Array, expected: StoredHeader, path: string): Uint8Array {
  const end = stored.indexOf(NEWLINE)
  const found = headerOf(stored.subarray(0, Math.max(0, end)))
  const bytes = stored.subarray(end + 1)
  const differs = (['run', 'name', 'seeded', 'plan'] as const).find((field) => found?.[field] !== expected[field])
  if (found !== undefined && differs === undefined && found.sha256 === sha256Of(bytes)) return new Uint8Array(bytes)
  const why = found === undefined || differs === undefined ? 'it is damaged' : WORDS[differs]
  throw new RequestError(
    'refused',
    `${path} cannot be used: ${why}. Nothing is published from it.\n\n` +
      'Delete the folder it is in and run the command again: that is a new run, and is charged. What was spent before stays in the ledger.',
    { file: path },
  )
}

const WORDS = {
  run: 'it belongs to another run',
  name: 'it is another file under this name',
  seeded: 'one of the two, the file and this run, is a simulation',
  plan: 'it was drawn for another plan',
} as const

function headerOf(line: Uint8Array): (StoredHeader & { readonly sha256: string }) | undefined {
  try {
    return JSON.parse(Buffer.from(line).toString('utf8'))
  } catch {
    return undefined
  }
}

function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
