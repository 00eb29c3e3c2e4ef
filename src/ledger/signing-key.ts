/** The key with which a ledger's keeper signs releases: beside the ledger, or where the file beside it says. Readable by its owner alone. */
import type { KeyObject } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { newSigningKey, publicKeyText, readSigningKey } from '../release/signature.ts'
import { badInput } from '../request-error.ts'

/** Beside the ledger: the key itself, or the path of the file that has it. */
export function signingKeyPath(ledger: string): string {
  return `${ledger}.key`
}

const ELSEWHERE = 'key: '

/** Makes a key for the ledger, in a new file at `to` where that is given. Gives its public half; one that is there stays as it is. */
export function makeSigningKey(ledger: string, to?: string): { readonly key: string; readonly made: boolean } {
  const known = signingKeyOf(ledger)
  if (known !== undefined && to === undefined) return { key: publicKeyText(known), made: false }
  const beside = signingKeyPath(ledger)
  if (known !== undefined)
    throw badInput(
      `${beside}: the ledger has a key already. Move it away before another is made: both sign as the same keeper.`,
    )
  const text = newSigningKey()
  writeNew(to ?? beside, text)
  if (to !== undefined) writeNew(beside, `${ELSEWHERE}${relative(dirname(resolve(beside)), resolve(to))}\n`)
  return { key: publicKeyText(readSigningKey(text, to ?? beside)), made: true }
}

/** The key of a ledger, where it has one. */
export function signingKeyOf(ledger: string): KeyObject | undefined {
  const beside = signingKeyPath(ledger)
  if (!existsSync(beside)) return undefined
  const text = readFileSync(beside, 'utf8')
  if (!text.startsWith(ELSEWHERE)) return readSigningKey(text, beside)
  const path = resolve(dirname(beside), text.slice(ELSEWHERE.length).trim())
  if (!existsSync(path))
    throw badInput(`${beside} says that the key for signatures is in ${path}, and it is not there.`)
  return readSigningKey(readFileSync(path, 'utf8'), path)
}

function writeNew(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600, flush: true })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw badInput(`${path}: the key cannot be written (${code === 'EEXIST' ? 'a file is there already' : code}).`)
  }
}
