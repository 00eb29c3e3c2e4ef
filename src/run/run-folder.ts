/**
 * The folder of one run. Everything is written to `OUT.partial`: what will be the release to its folder `release`, what only
 * the run needs beside it. The last act of a run is to rename `release` to `OUT`, so OUT is there whole or not at all, with
 * nothing of the run's own in it. A run that was stopped is found again by its `.partial` folder and goes on from what is in
 * it, provided that it is the same run: the same command, spec and data.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { badInput, type RequestError } from '../request-error.ts'
import { syncFolder, writeDurably, writeError } from './durable.ts'
import { withLock } from './ledger/index.ts'

/** What makes two runs the same run. Inputs are known by their hash, which stays in the folder of the stopped run. */
export interface RunIdentity {
  readonly command: string
  readonly specSha256: string
  readonly inputs: readonly { readonly name: string; readonly sha256: string }[]
}

const RUN_FILE = 'run.json'
const KEEP = 'keep'
const RELEASE = 'release'
/** Where a run keeps what only it needs; not part of the release. */
const STATE = 'state'

export class RunFolder {
  readonly out: string
  readonly partial: string
  readonly runId: string
  /** True when an earlier, stopped run is being continued. */
  readonly resumed: boolean

  private constructor(out: string, runId: string, resumed: boolean) {
    this.out = out
    this.partial = partialFolder(out)
    this.runId = runId
    this.resumed = resumed
  }

  /**
   * Begins a run, or continues the stopped one that has the same identity, and works with its folder; a second process that
   * wants the same folder is turned away. Work that fails before anything was kept leaves nothing behind.
   */
  static async hold<T>(out: string, identity: RunIdentity, work: (folder: RunFolder) => Promise<T>): Promise<T> {
    const target = targetOf(out)
    const held = async (): Promise<T> => {
      const folder = await RunFolder.#open(target, identity)
      try {
        return await work(folder)
      } catch (error) {
        if (!(await folder.isKept())) await rm(folder.partial, { recursive: true, force: true })
        throw error
      }
    }
    const lock = `${partialFolder(target)}.lock`
    await mkdir(dirname(lock), { recursive: true }).catch((error: unknown) => {
      throw writeError(target, error)
    })
    return withLock(lock, held, { patience: 0, what: `The folder ${target}` })
  }

  static async #open(target: string, identity: RunIdentity): Promise<RunFolder> {
    const partial = partialFolder(target)
    await tidyFinished(target)
    await checkFree(target)
    const found = await readFile(join(partial, RUN_FILE), 'utf8').catch(() => undefined)
    if (found !== undefined) return new RunFolder(target, continued(partial, found, identity), true)
    for (const inner of [STATE, RELEASE]) {
      await mkdir(join(partial, inner), { recursive: true }).catch((error: unknown) => {
        throw writeError(target, error)
      })
    }
    const runId = randomUUID()
    await writeDurably(join(partial, RUN_FILE), `${JSON.stringify({ runId, ...identity }, null, 2)}\n`)
    return new RunFolder(target, runId, false)
  }

  /** A path in the release. */
  path(name: string): string {
    return join(this.partial, RELEASE, name)
  }

  /** A path among the run's own files. */
  statePath(name: string): string {
    return join(this.partial, STATE, name)
  }

  async write(name: string, bytes: string | Uint8Array): Promise<void> {
    await writeDurably(this.path(name), bytes)
  }

  async writeState(name: string, bytes: string | Uint8Array): Promise<void> {
    await writeDurably(this.statePath(name), bytes)
  }

  async readState(name: string): Promise<Uint8Array | undefined> {
    return readFile(this.statePath(name)).catch(() => undefined)
  }

  /** Remembers the fingerprint of what was counted; a run that goes on must find the same, wherever its data are kept. */
  async requireSameData(sha256: string): Promise<void> {
    const before = await this.readState(DATA)
    if (before === undefined) return this.writeState(DATA, sha256)
    if (new TextDecoder().decode(before) !== sha256) throw otherRun(this.partial, 'other data')
  }

  /** Puts the release in place. The rename is what finishes the run; tidying comes after it, and may be cut short. */
  async finish(): Promise<void> {
    await rmdir(this.out).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return
      throw badInput(
        `--out ${this.out}: something was put there while this ran. Empty it, and run the same command again: it will only put the release in place.`,
      )
    })
    await rename(this.path(''), this.out)
    await syncFolder(dirname(this.out))
    await rm(this.partial, { recursive: true, force: true })
  }

  /** From here on the run may have spent something: it is kept for going on, whatever happens. */
  async keep(): Promise<void> {
    await this.writeState(KEEP, '')
  }

  async isKept(): Promise<boolean> {
    return (await this.readState(KEEP)) !== undefined
  }
}

const DATA = 'data.sha256'

function targetOf(out: string): string {
  return normalize(out).replace(/(?<=.)[\\/]+$/, '')
}

/** The id of the run that was stopped on its way to `out`, if there is one. */
export async function stoppedRun(out: string): Promise<string | undefined> {
  return runIdIn(join(partialFolder(targetOf(out)), RUN_FILE))
}

async function runIdIn(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  try {
    return text === undefined ? undefined : (JSON.parse(text) as { runId: string }).runId
  } catch {
    return undefined
  }
}

/** A run that was killed after its last act left its own files behind. */
async function tidyFinished(target: string): Promise<void> {
  const finished = await runIdIn(join(target, 'manifest.json'))
  const partial = partialFolder(target)
  if (finished !== undefined && finished === (await runIdIn(join(partial, RUN_FILE)))) {
    await rm(partial, { recursive: true, force: true })
  }
}

function partialFolder(out: string): string {
  return `${out}.partial`
}

async function checkFree(out: string): Promise<void> {
  const found = await stat(out).catch(() => undefined)
  if (found === undefined) return
  if (!found.isDirectory()) throw badInput(`--out ${out}: there is a file of that name. Name a new folder.`)
  if ((await readdir(out)).length > 0) {
    throw badInput(`--out ${out}: the folder is not empty, and a release is never written over. Name a new folder.`)
  }
}

function continued(partial: string, text: string, identity: RunIdentity): string {
  const { runId, ...before } = JSON.parse(text) as RunIdentity & { runId: string }
  if (JSON.stringify(before) === JSON.stringify(identity)) return runId
  throw otherRun(
    partial,
    before.command !== identity.command
      ? 'another command'
      : before.specSha256 !== identity.specSha256
        ? 'another spec'
        : 'other data',
  )
}

function otherRun(partial: string, different: string): RequestError {
  return badInput(
    `${partial} holds a stopped run with ${different}. Run it again as it was to finish it, name another --out, ` +
      'or delete that folder (what it has spent stays in the ledger).',
  )
}
