import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'

export interface FileFingerprint {
  readonly bytes: number
  readonly sha256: string
}

/** The size and SHA-256 of a file, read as a stream. */
export async function fingerprint(path: string): Promise<FileFingerprint> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(piece as Buffer)
  return { bytes: (await stat(path)).size, sha256: hash.digest('hex') }
}

export function sha256Text(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
