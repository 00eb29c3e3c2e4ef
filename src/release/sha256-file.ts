import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { badInput } from '../request-error.ts'

export interface FileFingerprint {
  readonly bytes: number
  readonly sha256: string
}

/** The size and SHA-256 of a file, read as a stream. A file that is not there is the user's mistake. */
export async function fingerprint(path: string): Promise<FileFingerprint> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) throw badInput(`${path}: there is no such file.`)
  if (!found.isFile()) throw badInput(`${path} is not a file. Name one data file.`)
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(piece as Buffer)
  return { bytes: found.size, sha256: hash.digest('hex') }
}

export function sha256Text(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
