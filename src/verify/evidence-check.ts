/** The evidence beside a release, and the report: both say what the manifest says, and nothing else. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readTextFile } from '../data/index.ts'
import { readableLoss } from '../privacy/index.ts'
import {
  definitionOf,
  EVIDENCE_NAME,
  type Evidence,
  evidenceOf,
  type Guarantee,
  type Manifest,
  REPORT_NAME,
  reportFaults,
} from '../release/index.ts'
import type { About } from '../spec/index.ts'
import { version } from '../version.ts'
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
  const evidence = parse(text)
  const stated = evidence === undefined ? ['evidence.json is not JSON'] : statedFaults(evidence, manifest, guarantee)
  // The words of another version may be others.
  const isOurs = evidence !== undefined && stated.length === 0 && manifest.tacet === version
  const faults = isOurs ? wordFaults(text, evidence, manifest, guarantee) : stated
  const check = checkOf('evidence', faults, `it states what the manifest states${isOurs ? ', in every word' : ''}`)
  return isOurs && faults.length === 0
    ? [check, await reportCheck(folder, evidence as unknown as Evidence, guarantee)]
    : [check]
}

/** What of the report follows from evidence and statement. Its tables and charts are made again where the release is solved again. */
async function reportCheck(folder: string, evidence: Evidence, kind: Guarantee): Promise<Check> {
  const html = await readFile(join(folder, REPORT_NAME), 'utf8').catch(() => '')
  const says = kind === 'differential privacy' ? evidence.guarantee.statement.map(readableLoss) : []
  return checkOf(
    'report',
    reportFaults(html, evidence, says),
    'its title, its statement and its evidence are those of the manifest',
  )
}

/** The evidence is written again from the manifest: only its day and its software, which the manifest does not have, are taken from it. */
function wordFaults(text: string, evidence: Fields, manifest: Manifest, guarantee: Guarantee): string[] {
  const { release, software } = evidence as unknown as Evidence
  const again = evidenceOf({
    draft: manifest,
    guarantee,
    about: aboutOf(manifest) as About,
    date: release.date,
    software,
  })
  if (!isDay(release.date)) return ['its date is no day']
  if (text === `${JSON.stringify(again, null, 2)}\n`) return []
  const sections = [...new Set([...Object.keys(again), ...Object.keys(evidence)])]
  const other = sections.filter(
    (name) => JSON.stringify(again[name as keyof Evidence]) !== JSON.stringify(evidence[name]),
  )
  return [`it is not what the manifest makes it: ${other.join(', ') || 'its layout'}`]
}

function isDay(text: unknown): boolean {
  if (typeof text !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

function statedFaults(evidence: Fields, manifest: Manifest, kind: Guarantee): string[] {
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
          .map(([name, here]) => [`"${name}"`, here, about[name] ?? NOT_STATED] as const)),
  ]
  return pairs
    .filter(([, here, there]) => JSON.stringify(here) !== JSON.stringify(there))
    .map(([what]) => `${what} in evidence.json is not that of the manifest`)
}

const NOT_STATED = 'not stated'
const IN_RELEASE = ['author', 'organisation', 'contact']
const IN_SETTING = ['access', 'collection', 'retention']

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
  if (typeof about !== 'object' || about === null) return {}
  return Object.fromEntries(
    Object.entries(about).map(([name, said]) => [name, typeof said === 'string' ? said.trim() : said]),
  )
}

function parse(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Fields) : undefined
  } catch {
    return undefined
  }
}
