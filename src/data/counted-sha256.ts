/**
 * A fingerprint of what was counted, so that a resumed run can tell whether its data are still the same, wherever they
 * are kept. It is a function of the data that no noise covers: it stays in the folder of the stopped run.
 */
import { createHash } from 'node:crypto'
import { countParts, type Hierarchy, type PlaceCounts } from '../model/index.ts'
import { type Confidential, open } from '../privacy/confidential.ts'

export async function countedSha256(
  hierarchy: Hierarchy,
  tables: readonly Confidential<PlaceCounts>[],
): Promise<string> {
  const hash = createHash('sha256')
  for (const { regions } of hierarchy.levels) hash.update(`${regions.join('\n')}\n\n`)
  for (const table of tables) {
    const counts = open(table)
    hash.update(bytesOf(await startsOf(counts)))
    for await (const { histogram } of countParts(counts)) hash.update(bytesOf(histogram.cell))
    for await (const { histogram } of countParts(counts)) hash.update(bytesOf(histogram.count))
  }
  return hash.digest('hex')
}

/** Where the entries of each leaf begin, over all leaves. */
async function startsOf(counts: PlaceCounts): Promise<Float64Array> {
  const all = new Float64Array(counts.places + 1)
  for await (const { from, histogram } of countParts(counts)) {
    const { start } = histogram
    for (let i = 1; i < start.length; i++) all[from + i] = all[from] + start[i]
  }
  return all
}

function bytesOf({ buffer, byteOffset, byteLength }: Float64Array | Int32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
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
