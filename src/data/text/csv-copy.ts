/** Records as a CSV file that its owner alone can read, in the folder of the database, and removed with it. */
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { PRIVATE_FILE } from '../write-file.ts'

/** Lines with commas between values; nothing where there is none. */
export function csvText(records: readonly (readonly (string | null)[])[]): string {
  return records.map((fields) => `${fields.map(fieldText).join(',')}\n`).join('')
}

/** A record of one empty value is no blank line. */
function fieldText(field: string | null, _: number, { length }: { readonly length: number }): string {
  if (field === null || field === '') return length === 1 ? '""' : ''
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field
}

export async function writePrivately(to: string, texts: AsyncIterable<string>): Promise<void> {
  const bytes = async function* (): AsyncGenerator<Buffer> {
    for await (const text of texts) if (text !== '') yield Buffer.from(text, 'utf8')
  }
  await pipeline(Readable.from(bytes()), createWriteStream(to, { flags: 'wx', mode: PRIVATE_FILE }))
}
