import { lstatSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The name of a ledger that nobody named. */
const LEDGER_NAME = 'tacet-ledger.jsonl'

/** Where the ledger of a data file or folder is kept unless another place is named. */
export function ledgerBeside(data: string): string {
  return join(dirname(withoutLink(data)), LEDGER_NAME)
}

/** What a symbolic link leads to: data that are linked into another folder have one ledger. Links above it lead to the same folder anyway. */
export function withoutLink(path: string): string {
  try {
    return lstatSync(path).isSymbolicLink() ? realpathSync(path) : path
  } catch {
    return path // opening it gives the message
  }
}
