/**
 * The record of what has been published, beside the data and as confidential as they are: JSON Lines, each sealed to the one before. A release is
 * added before it is put in place, so that nothing is out without a line; a line of a run that came to nothing only makes later runs careful.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { writeDurably } from '../files/index.ts'
import { badInput, RequestError } from '../request-error.ts'
import { withLock } from './lock.ts'

/** One cell: its name, its figure, whether it was withheld, how far off readers must be, and what they are taken to know beforehand. */
export type RecordedCell = readonly [
  name: string,
  value: number,
  withheld: 0 | 1,
  up: number,
  down: number,
  lower: number,
  upper: number,
]

export interface RecordedRelease {
  readonly runId: string
  readonly release: string
  readonly date: string
  readonly method: string
  /** What the figures are: the name of their column, and units of 10 to the minus `decimals`. */
  readonly figure: string
  readonly decimals: number
  /** SHA-256 of the data. */
  readonly data: string
  /** None for methods that change figures. */
  readonly cells: readonly RecordedCell[]
  /** A total first, then its parts: places in `cells`. */
  readonly equations: readonly (readonly number[])[]
  /** Sums of withheld cells that break the rules themselves, and how far off readers must be of them. */
  readonly sums?: readonly RecordedSum[]
  /** How many contributors who are alone in cells it was protected against together. */
  readonly coalition?: number
}

export interface RecordedSum {
  /** Places in the cells of the release. */
  readonly parts: readonly number[]
  readonly up: number
  readonly down: number
}

interface SealedLine extends RecordedRelease {
  readonly index: number
  readonly previous: string
  readonly hash: string
}

const FIRST = '0'.repeat(64)

const sealOf = (line: Omit<SealedLine, 'hash'>): string =>
  createHash('sha256').update(JSON.stringify(line)).digest('hex')

/** Every release of the record, its chain checked; none where there is no file. */
export async function readRecord(path: string): Promise<readonly RecordedRelease[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw badInput(`${path}: the record of what has been published cannot be read (${error.code}).`)
  })
  let previous = FIRST
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line, index) => {
      const sealed = parsed(line)
      const { hash, ...rest } = sealed ?? { hash: '' }
      if (
        sealed === undefined ||
        sealed.index !== index ||
        sealed.previous !== previous ||
        sealOf(rest as SealedLine) !== hash
      )
        throw badInput(
          `${path}, line ${index + 1}: the record of what has been published was changed or cut. What is published stays published: restore the file from a copy.`,
        )
      previous = hash
      return sealed
    })
  const head = Number(await readFile(headOf(path), 'utf8').catch(() => '0'))
  if (lines.length < head)
    throw badInput(
      `${path} has ${lines.length} of ${head} lines: what is missing was published all the same. Restore the file from a copy.`,
    )
  return lines
}

/** How many lines there have been: a record that lost its last ones is found out. */
const headOf = (path: string): string => `${path}.head`

function parsed(line: string): SealedLine | undefined {
  try {
    return JSON.parse(line) as SealedLine
  } catch {
    return undefined
  }
}

/** Adds a release. `seen`: how many lines it took into account; one that was added meanwhile refuses it. Its own line is added once. */
export async function addToRecord(path: string, release: RecordedRelease, seen: number): Promise<void> {
  await withLock(
    `${path}.lock`,
    async () => {
      const lines = (await readRecord(path)) as readonly SealedLine[]
      if (lines.some(({ runId }) => runId === release.runId)) return
      if (lines.length !== seen)
        throw new RequestError(
          'refused',
          `${path}: another release was recorded while this one was made. Run it again: it then takes that one into account.`,
        )
      const line = { index: lines.length, previous: lines.at(-1)?.hash ?? FIRST, ...release }
      const all = [...lines, { ...line, hash: sealOf(line) }]
      await writeDurably(path, `${all.map((one) => JSON.stringify(one)).join('\n')}\n`)
      await writeDurably(headOf(path), String(all.length))
    },
    { what: `The record ${path}` },
  )
}
