/**
 * What was published of a file of records, beside the file: an anonymised version has no budget, but two of them tell more than each.
 * Lines are only added, each with the hash of the one before it. It holds which records are alike, so it is for its owner alone.
 */
import { fsyncSync, ftruncateSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { z } from 'zod'
import { canonicalJson, sha256 } from '../privacy/index.ts'
import { badInput } from '../request-error.ts'
import { readLines } from './ledger-lines.ts'
import { withLock } from './lock.ts'
import { syncFolderOf, withFile } from './sync-files.ts'

/** One version of the records of a file. */
export interface PublishedVersion {
  readonly runId: string
  readonly at: string
  readonly data: string
  /** Of the file of records, which is known again by it. */
  readonly sha256: string
  /** The name of the folder that it was written to. */
  readonly out: string
  readonly k: number
  readonly order: 'input' | 'published'
  readonly quasiIdentifiers: readonly string[]
  readonly untouched: readonly string[]
  /** The class of each record, in the order of the file; -1 for one that was suppressed. */
  readonly classOf: Int32Array
}

const FIRST = '0'.repeat(64)

const stored = z.strictObject({
  previous: z.string(),
  runId: z.string(),
  at: z.string(),
  data: z.string(),
  sha256: z.string(),
  out: z.string(),
  k: z.int(),
  order: z.enum(['input', 'published']),
  quasiIdentifiers: z.array(z.string()),
  untouched: z.array(z.string()),
  classes: z.string(),
})

export function publishedRecordOf(dataPath: string): string {
  return join(dirname(dataPath), 'tacet-published.jsonl')
}

/** Throws where a line was changed, taken out or put in. A last line that was cut off in writing was never published. */
export function publishedVersions(path: string): readonly PublishedVersion[] {
  let previous = FIRST
  return readLines(path).lines.map((line, i) => {
    const read = stored.safeParse(parsed(line))
    if (!read.success || read.data.previous !== previous)
      throw badInput(
        `${path}, line ${i + 1}: what was published was changed since it was written down. Restore the file from a copy; without it nothing tells what earlier versions give away.`,
      )
    previous = sha256(line)
    const { classes, previous: _, ...version } = read.data
    const bytes = inflateRawSync(Buffer.from(classes, 'base64'))
    return {
      ...version,
      classOf: new Int32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)),
    }
  })
}

/** Writes it down, once for a run. */
export async function recordPublished(path: string, version: PublishedVersion): Promise<void> {
  await withLock(
    `${path}.lock`,
    () => {
      if (publishedVersions(path).some(({ runId }) => runId === version.runId)) return
      const { lines, end } = readLines(path)
      const { classOf, ...rest } = version
      const bytes = Buffer.from(classOf.buffer, classOf.byteOffset, classOf.byteLength)
      const last = lines.at(-1)
      const line = {
        ...rest,
        previous: last === undefined ? FIRST : sha256(last),
        classes: deflateRawSync(bytes).toString('base64'),
      }
      const text = Buffer.from(`${canonicalJson(line)}\n`)
      withFile(path, 'a', () => {}) // makes it, for its owner alone
      withFile(path, 'r+', (file) => {
        ftruncateSync(file, end) // what was cut off in writing
        for (let at = 0; at < text.length; ) at += writeSync(file, text, at, text.length - at, end + at)
        fsyncSync(file)
      })
      syncFolderOf(path)
    },
    { what: 'What was published' },
  )
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
