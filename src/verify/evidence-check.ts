/** The evidence beside a release says what its manifest says. */
import { join } from 'node:path'
import { readTextFile } from '../data/index.ts'
import { definitionOf, EVIDENCE_NAME, type Guarantee, type Manifest } from '../release/index.ts'
import { type Check, checkOf } from './check.ts'
import { requestOf } from './stated-spec.ts'

type Fields = Readonly<Record<string, unknown>>

/** None for a release that was made before there was evidence. */
export async function evidenceCheck(
  folder: string,
  manifest: Manifest,
  guarantee: Guarantee,
): Promise<readonly Check[]> {
  if (!manifest.outputs.some(({ name }) => name === EVIDENCE_NAME)) return []
  const text = await readTextFile(join(folder, EVIDENCE_NAME), `${EVIDENCE_NAME} is missing.`)
  const faults = faultsOf(parse(text), manifest, guarantee)
  return [checkOf('evidence', faults, 'it states what the manifest states')]
}

function faultsOf(evidence: Fields | undefined, manifest: Manifest, kind: Guarantee): string[] {
  if (evidence === undefined) return ['evidence.json is not JSON']
  const { runId, title, command, stamp, privacy, checks } = manifest
  const { release, guarantee, algorithm, setting, ledger, software } = evidence as Readonly<
    Record<string, Fields | undefined>
  >
  const about = aboutOf(manifest)
  const spends = typeof privacy.words === 'string'
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ['the run', release?.runId, runId],
    ['the title', release?.title, title],
    ['the capability', release?.capability, command],
    ['the stamp', release?.stamp, stamp],
    ['the definition', guarantee?.definition, definitionOf(kind, privacy)],
    ['the statement', guarantee?.statement, privacy.statement ?? []],
    ['what is outside the guarantee', guarantee?.outside, privacy.publishedExactly ?? []],
    ['the loss', guarantee?.loss, spends ? privacy.words : 'none is stated'],
    ['the checks', evidence.checks, checks],
    ['the head of the ledger', ledger?.head, privacy.ledgerHead ?? null],
    ['the name of the ledger', ledger?.name, privacy.ledger ?? null],
    ['the composition', algorithm?.composition, privacy.cost ?? null],
    ['the version', software?.tacet, manifest.tacet],
    ...(about === undefined
      ? []
      : [...IN_RELEASE.map((name) => stated(name, release)), stated('reason', guarantee)]
          .concat(IN_SETTING.map((name) => stated(name, setting)))
          .map(([name, here]) => [`"${name}"`, here, said(about[name])] as const)),
  ]
  return pairs
    .filter(([, here, there]) => JSON.stringify(here) !== JSON.stringify(there))
    .map(([what]) => `${what} in evidence.json is not that of the manifest`)
}

const NOT_STATED = 'not stated'
const IN_RELEASE = ['author', 'organisation', 'contact']
const IN_SETTING = ['access', 'collection', 'retention']

const said = (text: unknown): unknown => (typeof text === 'string' ? text.trim() : NOT_STATED)
const stated = (name: string, section: Fields | undefined): readonly [string, unknown] => [name, section?.[name]]

/** What was asked says who answers for the release; undefined where the manifest does not hold what was asked. */
function aboutOf(manifest: Manifest): Fields | undefined {
  if (manifest.spec.text === null) return undefined
  let about: unknown
  try {
    about = requestOf(manifest).about
  } catch {
    return undefined // another check names it
  }
  return typeof about === 'object' && about !== null ? (about as Fields) : {}
}

function parse(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Fields) : undefined
  } catch {
    return undefined
  }
}
