/**
 * A fingerprint of what was counted, so that a resumed run can tell whether its data are still the same, wherever they
 * are kept. It is a function of the data that no noise covers: it stays in the folder of the stopped run.
 */
import { createHash } from 'node:crypto'
import type { Hierarchy, SparseHistogram } from '../model/index.ts'
import { type Confidential, open } from '../privacy/confidential.ts'

export function countedSha256(hierarchy: Hierarchy, histograms: readonly Confidential<SparseHistogram>[]): string {
  const hash = createHash('sha256')
  for (const { regions } of hierarchy.levels) hash.update(`${regions.join('\n')}\n\n`)
  for (const histogram of histograms) {
    const { start, cell, count } = open(histogram)
    for (const { buffer, byteOffset, byteLength } of [start, cell, count]) {
      hash.update(new Uint8Array(buffer, byteOffset, byteLength))
    }
  }
  return hash.digest('hex')
}

/** The same of one vector, or of any value that JSON can hold. */
export function confidentialSha256(box: Confidential<Float64Array | readonly unknown[]>): string {
  const value = open(box)
  const bytes =
    value instanceof Float64Array
      ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
      : JSON.stringify(value, (_, entry: unknown) => (typeof entry === 'bigint' ? String(entry) : entry))
  return createHash('sha256').update(bytes).digest('hex')
}
