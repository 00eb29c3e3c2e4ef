/**
 * The folder of one run. Everything is written to `OUT.partial`: what will be the release to its folder `release`, what only
 * the run needs to `state`. OUT appears whole or not at all, with nothing of the run's own in it.
 *
 * Every change of state is one rename, so that a run that is killed at any moment is found in one of these states:
 *
 *   nothing                         no run
 *   OUT.partial.new                 being made: swept away
 *   OUT.partial, not kept           begun, nothing spent: resumed by the same run, swept away by another
 *   OUT.partial, kept               may have spent something: resumed by the same run, refused to any other
 *   OUT.partial and OUT             put in place, not tidied: swept away, by the id of the run in both
 *   OUT.partial.old                 being tidied: swept away
 *
 * A folder OUT.partial without a readable `run.json` is none of these, and is refused. What is inside is never used by its name
 * alone: every stored file says which run, plan and seed it belongs to (`stored-file.ts`).
 */
import { chmod, lstat, mkdir, readdir, readFile, rmdir, unlink } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import {
  makeFolders,
  move,
  removeAll,
  syncFolder,
  syncTree,
  untilFree,
  writeDurably,
  writeError,
} from '../files/index.ts'
import { withLock } from '../ledger/index.ts'
import { badInput, type RequestError } from '../request-error.ts'
import { checkFree, checkOutFolder, releaseIn } from './out-folder.ts'
import { difference, newRun, RUN_FILE, type RunIdentity, readRun, type StoredRun } from './run-file.ts'
import { openStored, type StoredHeader, sealStored } from './stored-file.ts'

/** What a stored draw must be, besides being of this run. */
export interface DrawTag {
  readonly plan: string
  /** True for simulated draws, which any run may make. */
  readonly simulated?: boolean
}

const KEEP = 'keep'
const RELEASE = 'release'
/** Where a run keeps what only it needs; not part of the release. */
const STATE = 'state'
const DATA = 'data.sha256'

export class RunFolder {
  readonly out: string
  readonly partial: string
  readonly runId: string
  /** When the run began. */
  readonly begun: string
  readonly seeded: boolean
  /** True when an earlier, stopped run is being continued. */
  readonly resumed: boolean

  private constructor(out: string, run: StoredRun, resumed: boolean) {
    this.out = out
    this.partial = partialFolder(out)
    this.runId = run.runId
    this.begun = run.begun
    this.seeded = run.identity.seeded
    this.resumed = resumed
  }

  /**
   * Begins a run, or continues the stopped one that has the same identity, and works with its folder; a second process that
   * wants the same folder is turned away. Work that fails before anything was kept leaves nothing behind.
   */
  static async hold<T>(out: string, identity: RunIdentity, work: (folder: RunFolder) => Promise<T>): Promise<T> {
    const target = targetOf(out)
    let isHeld = false
    const held = async (): Promise<T> => {
      isHeld = true
      const folder = await RunFolder.#open(target, identity)
      try {
        return await work(folder)
      } catch (error) {
        if (!(await folder.isKept())) await sweep(folder.partial)
        throw error
      }
    }
    checkOutFolder(target)
    await makeFolders(dirname(target))
    const options = { patience: 0, what: `The folder ${target}` }
    return withLock(`${partialFolder(target)}.lock`, held, options).catch((error: unknown) => {
      throw isHeld ? error : writeError(target, error) // what goes wrong in the work is about other files
    })
  }

  static async #open(target: string, identity: RunIdentity): Promise<RunFolder> {
    const partial = partialFolder(target)
    for (const leftover of [newFolder(partial), oldFolder(partial)]) await removeAll(leftover)
    await tidyFinished(target)
    checkFree(target)
    const found = await readRun(partial)
    if (found !== undefined) {
      const different = difference(found.identity, identity)
      if (different === undefined) {
        await emptyRelease(partial)
        return new RunFolder(target, found, true)
      }
      if (await isKept(partial)) throw otherRun(partial, different)
      await sweep(partial)
    }
    const run = newRun(identity)
    await begin(partial, run).catch((error: unknown) => {
      throw writeError(target, error)
    })
    return new RunFolder(target, run, false)
  }

  /** A path in the release. */
  path(name: string): string {
    return join(this.partial, RELEASE, name)
  }

  async write(name: string, bytes: string | Uint8Array): Promise<void> {
    await writeDurably(this.path(name), bytes)
  }

  /** Stores bytes that only this run may read again: a draw with its tag, or anything else without one. */
  async writeState(name: string, bytes: string | Uint8Array, draw?: DrawTag): Promise<void> {
    const sealed = sealStored(this.#header(name, draw), typeof bytes === 'string' ? Buffer.from(bytes) : bytes)
    await writeDurably(this.#statePath(name), sealed)
  }

  /** What `writeState` stored, or undefined when there is nothing. Throws a refusal when it is not of this run. */
  async readState(name: string, draw?: DrawTag): Promise<Uint8Array | undefined> {
    const path = this.#statePath(name)
    const stored = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    return stored && openStored(stored, this.#header(name, draw), path)
  }

  /** Removes a stored file, durably: a noise key that is no longer needed. */
  async removeState(name: string): Promise<void> {
    await untilFree(() => unlink(this.#statePath(name))).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
    await syncFolder(join(this.partial, STATE))
  }

  /** Remembers the fingerprint of what was counted; a run that is resumed must find the same, wherever its data are kept. */
  async requireSameData(sha256: string): Promise<void> {
    const before = await this.readState(DATA)
    if (before === undefined) return this.writeState(DATA, sha256)
    if (new TextDecoder().decode(before) !== sha256) throw otherRun(this.partial, 'other data')
  }

  /**
   * Flushes all files of the release before the run is recorded as published. Files of a confidential release, and those named,
   * are for their owner alone.
   */
  async flush(isConfidential: boolean, ownerOnly: readonly string[] = []): Promise<void> {
    await setModes(this.path(''), isConfidential)
    for (const name of ownerOnly) await chmod(this.path(name), 0o600)
    await syncTree(this.path(''))
  }

  /** Puts the release in place. The rename is what finishes the run; tidying comes after it, and may be cut short. */
  async finish(): Promise<void> {
    await untilFree(() => rmdir(this.out)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return
      throw badInput(
        `${this.out}: something was put there while this ran. Empty it, and run the same command again: it only puts the release in place.`,
      )
    })
    await move(this.path(''), this.out)
    await syncFolder(dirname(this.out))
    await sweep(this.partial)
  }

  /** From here on the run may have spent something: it is kept to be resumed, whatever happens. */
  async keep(): Promise<void> {
    await this.writeState(KEEP, '')
  }

  async isKept(): Promise<boolean> {
    return isKept(this.partial)
  }

  #statePath(name: string): string {
    return join(this.partial, STATE, name)
  }

  #header(name: string, draw: DrawTag | undefined): StoredHeader {
    const seeded = draw !== undefined && (this.seeded || draw.simulated === true)
    return { run: this.runId, name, seeded, plan: draw?.plan ?? '' }
  }
}

/** Made aside and moved into place: OUT.partial is never seen without its `run.json`. */
async function begin(partial: string, run: StoredRun): Promise<void> {
  const aside = newFolder(partial)
  await mkdir(aside, { mode: 0o700 })
  for (const inner of [STATE, RELEASE]) await mkdir(join(aside, inner), { mode: 0o700 })
  await writeDurably(join(aside, RUN_FILE), `${JSON.stringify(run, null, 2)}\n`)
  await move(aside, partial)
  await syncFolder(dirname(partial))
}

/** What a stopped run had written is written again: a file that it would not write now must not stay. */
async function emptyRelease(partial: string): Promise<void> {
  await removeAll(join(partial, RELEASE))
  await mkdir(join(partial, RELEASE), { mode: 0o700 })
}

/** The name goes first, so that what is left of a removal that was cut short is never taken for a run. */
async function sweep(partial: string): Promise<void> {
  const old = oldFolder(partial)
  await removeAll(old)
  await move(partial, old).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  await syncFolder(dirname(partial))
  await removeAll(old)
}

async function isKept(partial: string): Promise<boolean> {
  return (await lstat(join(partial, STATE, KEEP)).catch(() => undefined)) !== undefined
}

function targetOf(out: string): string {
  return normalize(out).replace(/(?<=.)[\\/]+$/, '')
}

/** The id of the run that was stopped on its way to `out`, if there is one. */
export async function stoppedRun(out: string): Promise<string | undefined> {
  return (await readRun(partialFolder(targetOf(out))))?.runId
}

/** A run that was killed after the release was in place left its own files behind. */
async function tidyFinished(target: string): Promise<void> {
  const finished = releaseIn(target)
  const partial = partialFolder(target)
  if (finished !== undefined && finished.runId === (await readRun(partial))?.runId) await sweep(partial)
}

const partialFolder = (out: string): string => `${out}.partial`
const newFolder = (partial: string): string => `${partial}.new`
const oldFolder = (partial: string): string => `${partial}.old`

function otherRun(partial: string, different: string): RequestError {
  return badInput(
    `${partial} holds a stopped run with ${different}. Run it again as it was to finish it, name another \`out\`, ` +
      'or delete that folder (what it has spent stays in the ledger).',
  )
}

/** A release may be read by anybody whom the umask lets; a confidential one by its owner alone. */
async function setModes(folder: string, isConfidential: boolean): Promise<void> {
  const umask = process.umask()
  const [folders, files] = isConfidential ? [0o700, 0o600] : [0o777 & ~umask, 0o666 & ~umask]
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? folders : files)
  }
  await chmod(folder, folders)
}
