/** The evidence beside a release says what its manifest says. */
import { join } from 'node:path'
import { readTextFile } from '../data/index.ts'
import { EVIDENCE_NAME, type Manifest } from '../release/index.ts'
import { type Check, checkOf } from './check.ts'

type Fields = Readonly<Record<string, unknown>>

/** None for a release that was made before there was evidence. */
export async function evidenceCheck(folder: string, manifest: Manifest): Promise<readonly Check[]> {
  if (!manifest.outputs.some(({ name }) => name === EVIDENCE_NAME)) return []
  const text = await readTextFile(join(folder, EVIDENCE_NAME), `${EVIDENCE_NAME} is missing.`)
  const faults = faultsOf(parse(text), manifest)
  return [checkOf('evidence', faults, 'it states what the manifest states')]
}

function faultsOf(evidence: Fields | undefined, { runId, title, command, stamp, privacy, checks }: Manifest): string[] {
  if (evidence === undefined) return ['evidence.json is not JSON']
  const { release, guarantee, ledger } = evidence as Readonly<Record<string, Fields | undefined>>
  const spends = typeof privacy.words === 'string'
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ['the run', release?.runId, runId],
    ['the title', release?.title, title],
    ['the capability', release?.capability, command],
    ['the stamp', release?.stamp, stamp],
    ['the statement', guarantee?.statement, privacy.statement ?? []],
    ['what is outside the guarantee', guarantee?.outside, privacy.publishedExactly ?? []],
    ['the loss', guarantee?.loss, spends ? privacy.words : 'none is stated'],
    ['the checks', evidence.checks, checks],
    ['the head of the ledger', ledger?.head, privacy.ledgerHead ?? null],
  ]
  return pairs
    .filter(([, here, there]) => JSON.stringify(here) !== JSON.stringify(there))
    .map(([what]) => `${what} in evidence.json is not that of the manifest`)
}

function parse(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Fields) : undefined
  } catch {
    return undefined
  }
}
