/** The key of every cell: the sum of the keys of its records, each of which follows from a secret and from what identifies the record. */
import { createHmac } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { type Database, readRecordIds } from '../../data/index.ts'
import { contentsForProtection, recordContents, type TableContents } from '../../protection/index.ts'
import { badField } from '../../request-error.ts'
import { codesOf } from '../table-variables.ts'
import type { ProtectTask } from './task.ts'

const VARIABLE = 'TACET_CELL_KEY'
/** Shorter ones can be guessed. */
const LEAST_BYTES = 16

export async function readSecret(path: string | undefined): Promise<Buffer> {
  const secret = path === undefined ? Buffer.from(process.env[VARIABLE] ?? '') : await secretFile(path)
  if (secret.length >= LEAST_BYTES) return secret
  throw badField(
    'secret',
    path === undefined
      ? `name the file of the secret behind the keys, or set ${VARIABLE}: ${LEAST_BYTES} bytes or more, the same for every extract.`
      : `${path} holds fewer than ${LEAST_BYTES} bytes, which can be guessed. Make one with: head -c 32 /dev/urandom | base64.`,
  )
}

async function secretFile(path: string): Promise<Buffer> {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) throw badField('secret', `${path}: there is no such file.`)
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
    throw badField('secret', `${path} can be read by others. Make it yours alone: chmod 600 ${path}.`)
  return Buffer.from((await readFile(path, 'utf8')).trim())
}

/** By cell, from 0 to keys - 1. */
export async function cellKeys(
  db: Database,
  task: ProtectTask,
  { system }: TableContents,
  { record, keys, secret }: { readonly record: string; readonly keys: number; readonly secret: Buffer },
): Promise<Float64Array> {
  const { path, read, variables, tables } = task
  const { codes, ids } = contentsForProtection(await readRecordIds(db, { path, read, codes: variables, record }))
  const sums = Float64Array.from(ids, (id) => keyOf(secret, id, keys))
  const none = new Float64Array(ids.length)
  const lines = {
    codes: system.variables.map((variable, v) => codesOf(variable, codes[v])),
    holder: new Int32Array(ids.length).fill(-1),
    people: none,
    own: sums,
    total: sums,
    asked: new Uint8Array(ids.length),
  }
  const table = { system, tables, lines, decimals: 0, isCount: true, hasNegative: false, absolute: false, largest: 0 }
  return recordContents(table).value.map((sum) => sum % keys)
}

/** The first 48 bits of the digest: a number of keys divides them nearly evenly. */
function keyOf(secret: Buffer, id: string, keys: number): number {
  return createHmac('sha256', secret).update(id).digest().readUIntBE(0, 6) % keys
}
