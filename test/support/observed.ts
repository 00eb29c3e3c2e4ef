/** All that somebody outside sees of a run, with what differs between any two runs taken out: run ids, times, hashes of these. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Events } from '../../src/run/index.ts'
import { asText } from './tape.ts'

export type Files = Readonly<Record<string, string>>

export interface Watched {
  readonly out: string
  readonly events: Events
}

export interface Observed {
  /** The result, or the error with all that is in it. */
  readonly outcome: string
  readonly phases: readonly string[]
  /** Everything in the release, by name. */
  readonly files: Files
  /** The names of everything that is left behind. */
  readonly names: readonly string[]
  readonly ledgers: readonly string[]
}

/** Runs in a new folder with these files. */
export async function observe(
  home: string,
  files: Files,
  run: (home: string, options: Watched) => Promise<unknown>,
): Promise<Observed> {
  mkdirSync(home)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(home, name), text)
  const phases: string[] = []
  // How often it is told what is done depends on the clock; a note may depend on the data, and is written nowhere.
  const events: Events = (event) => {
    if (event.kind !== 'done' && event.kind !== 'note') phases.push(asText(event).replaceAll(home, ''))
  }
  const out = join(home, 'release')
  const outcome = await run(home, { out, events }).then(asText, errorText)
  const names = readdirSync(home, { recursive: true, encoding: 'utf8' }).sort()
  const ids = idsIn(home, names)
  const plain = (text: string): string => ids.reduce((left, id) => left.replaceAll(id, 'ID'), text.replaceAll(home, ''))
  const released = names.filter((name) => /^release\/.*\.\w+$/.test(name))
  return {
    outcome: withoutHashes(plain(outcome)),
    phases,
    files: Object.fromEntries(
      released.map((name) => [name, withoutHashes(plain(readFileSync(join(home, name), 'latin1')))]),
    ),
    names: names.map(plain),
    ledgers: names
      .filter((name) => /^[^/]*\.jsonl$/.test(name))
      .flatMap((name) => readFileSync(join(home, name), 'utf8').trim().split('\n'))
      .map((line) => withoutHashes(plain(asText(entryOf(line))))),
  }
}

function errorText(error: unknown): string {
  const { name, message, ...more } = error as Error
  return asText({ name, message, ...more })
}

/** Of runs and of ledgers. */
function idsIn(home: string, names: readonly string[]): readonly string[] {
  const text = names.filter((name) => name.endsWith('.jsonl')).map((name) => readFileSync(join(home, name), 'utf8'))
  return [...new Set(text.join().match(/(?<="(?:runId|id)":")[^"]+/g))]
}

/** Where two runs can be told apart, each with the place where they part: nothing when they cannot. */
export function toldApart(before: Observed, after: Observed): readonly string[] {
  const parts = (of: Observed): Files => ({
    outcome: of.outcome,
    phases: of.phases.join('\n'),
    names: of.names.join('\n'),
    ledgers: of.ledgers.join('\n'),
    ...of.files,
  })
  const [one, other] = [parts(before), parts(after)]
  return [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .filter((name) => one[name] !== other[name])
    .map((name) => `${name}: ${parting(one[name] ?? 'missing', other[name] ?? 'missing')}`)
}

function parting(one: string, other: string): string {
  let at = 0
  while (one[at] === other[at]) at++
  const around = (text: string): string => JSON.stringify(text.slice(Math.max(0, at - 60), at + 60))
  return `${around(one)} became ${around(other)}`
}

/** An entry of a ledger without the id of the ledger and the keyed hashes, which another key makes others. */
function entryOf(line: string): unknown {
  const { id: _, drawing: __, measurementsHash: ___, ...entry } = JSON.parse(line).entry
  return entry
}

/**
 * A head of a ledger has times and run ids in it; the report and the evidence name their run and that head, and the manifest their hashes. The hash of
 * the measurements and of every table stays: it may not differ.
 */
function withoutHashes(text: string): string {
  return text
    .replaceAll(/("(?:ledgerHead|head)":\s*\{[^}]*?)"hash":\s*"[0-9a-f]{64}"/g, '$1"hash":"HASH"')
    .replaceAll(
      /("name":\s*"(?:report\.html|evidence\.json)",\s*"bytes":\s*\d+,\s*"sha256":\s*)"[0-9a-f]{64}"/g,
      '$1"HASH"',
    )
    .replaceAll(/("(?:report\.html|evidence\.json|manifest\.json)":)"[0-9a-f]{64}"/g, '$1"HASH"')
    .replaceAll(/(, entry \d+, )[0-9a-f]{16}/g, '$1HASH')
}
