/** `run.json`: which run a partial folder is of. */
import { randomUUID } from 'node:crypto'
import { lstat, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fingerprint, sha256Text } from '../release/index.ts'
import { badInput } from '../request-error.ts'

/** What makes two runs the same run. Inputs are known by their hash, which stays in the folder of the stopped run. */
export interface RunIdentity {
  readonly command: string
  readonly specSha256: string
  readonly inputs: readonly { readonly name: string; readonly sha256: string }[]
  /** True for a simulation: its draws follow from a seed. */
  readonly seeded: boolean
}

/** The identity of a run: `request` is what was asked, as text; `inputs` are paths. */
export async function identify(
  command: string,
  request: string,
  inputs: readonly string[],
  seed?: string,
): Promise<RunIdentity> {
  const fingerprints = inputs.map(async (path) => ({ name: basename(path), sha256: (await fingerprint(path)).sha256 }))
  return {
    command: seed === undefined ? command : `${command} --seed ${seed}`,
    specSha256: sha256Text(request),
    inputs: await Promise.all(fingerprints),
    seeded: seed !== undefined,
  }
}

const FORMAT = 'tacet-run-2'
export const RUN_FILE = 'run.json'

export interface StoredRun {
  readonly format: typeof FORMAT
  readonly runId: string
  readonly begun: string
  readonly identity: RunIdentity
}

export function newRun(identity: RunIdentity): StoredRun {
  return { format: FORMAT, runId: randomUUID(), begun: new Date().toISOString(), identity }
}

/** The run in a partial folder; undefined when there is no such folder. Anything else under that name is refused. */
export async function readRun(partial: string): Promise<StoredRun | undefined> {
  if ((await lstat(partial).catch(() => undefined)) === undefined) return undefined
  const text = await readFile(join(partial, RUN_FILE), 'utf8').catch(() => '')
  const run = parseRun(text)
  if (run !== undefined) return run
  throw badInput(
    `${partial} is not a stopped run of this version: its ${RUN_FILE} ${text === '' ? 'is missing' : 'cannot be read'}. ` +
      'Delete or move that folder, or name another `out`. What an earlier run has spent stays in the ledger.',
  )
}

function parseRun(text: string): StoredRun | undefined {
  try {
    const run = JSON.parse(text) as StoredRun | null
    const isWhole =
      typeof run?.runId === 'string' && typeof run.begun === 'string' && Array.isArray(run.identity?.inputs)
    return isWhole && run.format === FORMAT ? run : undefined
  } catch {
    return undefined
  }
}

/** In what a run differs from a stopped one, or undefined when it is the same. */
export function difference(before: RunIdentity, now: RunIdentity): string | undefined {
  if (before.command !== now.command || before.seeded !== now.seeded) return 'another command'
  if (before.specSha256 !== now.specSha256) return 'another spec'
  return JSON.stringify(before.inputs) === JSON.stringify(now.inputs) ? undefined : 'other data'
}
