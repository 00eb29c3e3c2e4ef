/**
 * The folder of one run. Everything is written to `OUT.partial`; the last act of a run is to rename it to `OUT`, so OUT is
 * there whole or not at all. A run that was stopped is found again by its `.partial` folder and goes on from what is in
 * it, provided that it is the same run: the same command, spec and data.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { badInput } from '../request-error.ts'
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

  /** Begins a run, or continues the stopped one that has the same identity. */
  static async open(out: string, identity: RunIdentity): Promise<RunFolder> {
    const target = normalize(out).replace(/(?<=.)[\\/]+$/, '')
    await checkFree(target)
    const partial = partialFolder(target)
    const found = await readFile(join(partial, RUN_FILE), 'utf8').catch(() => undefined)
    if (found !== undefined) return new RunFolder(target, continued(partial, found, identity), true)
    await mkdir(join(partial, STATE), { recursive: true }).catch((error: unknown) => {
      throw writeError(target, error)
    })
    const runId = randomUUID()
    await writeDurably(join(partial, RUN_FILE), `${JSON.stringify({ runId, ...identity }, null, 2)}\n`)
    return new RunFolder(target, runId, false)
  }

  /** A path in the release. */
  path(name: string): string {
    return join(this.partial, name)
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

  /** Puts the release in place. The rename is what finishes the run; tidying comes after it, and may be cut short. */
  async finish(): Promise<void> {
    await rm(this.out, { recursive: true, force: true }) // it is empty, or absent: checked at the start
    await rename(this.partial, this.out)
    await syncFolder(dirname(this.out))
    await rm(join(this.out, STATE), { recursive: true, force: true })
    await rm(join(this.out, RUN_FILE), { force: true })
  }

  /**
   * Works with the folder; a second process that wants the same folder is turned away. Work that fails before anything was
   * kept leaves nothing behind.
   */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    const tidied = async (): Promise<T> => {
      try {
        return await work()
      } catch (error) {
        if (!(await this.isKept())) await rm(this.partial, { recursive: true, force: true })
        throw error
      }
    }
    return withLock(`${this.partial}.lock`, tidied, { patience: 0, what: `The folder ${this.out}` })
  }

  /** From here on the run may have spent something: it is kept for going on, whatever happens. */
  async keep(): Promise<void> {
    await this.writeState(KEEP, '')
  }

  async isKept(): Promise<boolean> {
    return (await this.readState(KEEP)) !== undefined
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
  const different =
    before.command !== identity.command ? 'command' : before.specSha256 !== identity.specSha256 ? 'spec' : 'data'
  throw badInput(
    `${partial} holds a stopped run with another ${different}. Run it again as it was to finish it, name another --out, ` +
      'or delete that folder (what it has spent stays in the ledger).',
  )
}
