/**
 * An anchor: where a ledger stood, kept where the ledger's holder cannot change it (a mail to a colleague, a notary, a printed
 * page). It is what `tacet ledger anchor` prints, and every manifest carries one, so that each published release is an anchor too.
 */
import { readFile } from 'node:fs/promises'
import { badInput } from '../request-error.ts'
import type { LedgerAnchor } from './ledger-file.ts'

/** Reads an anchor from a file of its own or from a release's manifest. */
export async function readAnchor(path: string): Promise<LedgerAnchor> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw badInput(
      `${path}: the anchor cannot be read (${error.code}). Name a file that "tacet ledger anchor" wrote, or a manifest.json.`,
    )
  })
  const found = parsed(text)
  const anchor = (found?.privacy?.ledgerHead ?? found) as Partial<LedgerAnchor> | null | undefined
  const { ledger, index, hash } = anchor ?? {}
  if (typeof ledger === 'string' && Number.isSafeInteger(index) && typeof hash === 'string')
    return { ledger, index: index as number, hash }
  throw badInput(`${path} holds no anchor. Name a file that "tacet ledger anchor" wrote, or a manifest.json.`)
}

function parsed(text: string): { readonly privacy?: { readonly ledgerHead?: unknown } } | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
