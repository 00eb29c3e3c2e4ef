/** Where a ledger is kept that nobody named a place for: beside the data. */
import { lstatSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The ledger beside the data, unless another is named. */
const LEDGER_NAME = 'tacet-ledger.jsonl'

/** That of housing units, beside theirs: a ledger is of one data set and one kind of neighbour. */
const UNITS_LEDGER_NAME = 'tacet-ledger-units.jsonl'

/** Every ledger that is written without being named. */
export const LEDGER_NAMES: readonly string[] = [LEDGER_NAME, UNITS_LEDGER_NAME]

/** Where the ledger of a data file or folder is kept unless another place is named. */
export function ledgerBeside(data: string): string {
  return join(dirname(withoutLink(data)), LEDGER_NAME)
}

export function unitsLedgerBeside(data: string): string {
  return join(dirname(withoutLink(data)), UNITS_LEDGER_NAME)
}

/** Windows and macOS know one file by many names: in other capitals, by a short name (PEOPLE~1.CSV), by another drive or share. */
const HAS_MANY_NAMES = process.platform === 'win32' || process.platform === 'darwin'

/** What a symbolic link leads to: data that are linked into another folder have one ledger. Links above it lead to the same folder anyway. */
export function withoutLink(path: string): string {
  try {
    if (HAS_MANY_NAMES) return realpathSync.native(path)
    return lstatSync(path).isSymbolicLink() ? realpathSync(path) : path
  } catch {
    return path // opening it gives the message
  }
}
