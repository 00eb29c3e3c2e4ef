/**
 * A run in a folder that machines share:
 *
 *   run.json             what was asked, and by which version
 *   works/WORK.json      the steps of a piece of shared work, once its plan is in place
 *   WORK/plan            what a worker must know of it
 *   WORK/STEP/chunk-N    a result: it is there or it is not
 *   measured/            what was drawn
 *   claims/ attempts/    who does what, and how often it was begun
 *   parked/              chunks that failed, with their input
 *   logs/                what the workers said
 *   stop, finished       nothing more is to be done
 */
import { randomUUID } from 'node:crypto'
import { chmod, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolders, removeAll, writeDurably } from '../../files/index.ts'
import { badField, badInput } from '../../request-error.ts'
import { type ChunkName, chunkName, type SharedWork } from '../../run/shared-work.ts'
import { version } from '../../version.ts'
import { type Pace, type ParkedChunk, RUN_FORMAT, type RunRecord, type RunRequest } from '../run-record.ts'
import { FolderStore, ifThere, linkNew } from './folder-store.ts'

const RUN = 'run.json'
const WORKS = 'works'
const PARKED = 'parked'
const ENDS = ['finished', 'stop'] as const

export class RunDirectory {
  readonly folder: string
  readonly run: RunRecord
  readonly store: FolderStore
  readonly #works = new Map<string, SharedWork>()

  private constructor(folder: string, run: RunRecord) {
    this.folder = folder
    this.run = run
    this.store = new FolderStore(folder, run.id)
  }

  /** Begins a run in a new folder, or continues the one of the same request that is there. */
  static async begin(folder: string, request: RunRequest, pace: Pace): Promise<RunDirectory> {
    await makeFolders(folder)
    await chmod(folder, 0o700)
    if (!(await hasRun(folder)) && (await readdir(folder)).length > 0)
      throw badField('runDir', `${folder} is not empty and holds no run. Name a new folder.`)
    const begun = { id: randomUUID(), begun: new Date().toISOString(), version }
    const record: RunRecord = { format: RUN_FORMAT, ...begun, ...request, ...pace }
    await linkNew(folder, RUN, `${JSON.stringify(record, null, 2)}\n`)
    const found = await RunDirectory.open(folder)
    if (JSON.stringify(sameRun(found.run)) !== JSON.stringify(sameRun(record)))
      throw badField('runDir', `${folder} holds another run. Name a new folder, or run that one again as it was.`)
    return found
  }

  static async open(folder: string): Promise<RunDirectory> {
    const text = await readFile(join(folder, RUN), 'utf8').catch(() => undefined)
    if (text === undefined) throw badInput(`${folder} holds no run: there is no ${RUN} in it.`)
    const run = recordOf(text)
    if (run === undefined)
      throw badInput(`${join(folder, RUN)} cannot be read. Use the version of Tacet that began this run.`)
    if (run.version !== version)
      throw badInput(
        `This run was begun by Tacet ${run.version}, and this is ${version}. Use the same version for both.`,
      )
    return new RunDirectory(folder, run)
  }

  /** Makes work known to workers; its plan must be in the store. */
  async announce(work: SharedWork): Promise<void> {
    await linkNew(this.folder, join(WORKS, `${work.id}.json`), JSON.stringify(work))
  }

  async works(): Promise<readonly SharedWork[]> {
    const names = (await readdir(join(this.folder, WORKS)).catch(ifThere)) ?? []
    for (const name of names) {
      if (this.#works.has(name)) continue // it never changes
      this.#works.set(name, JSON.parse(await readFile(join(this.folder, WORKS, name), 'utf8')) as SharedWork)
    }
    return names.map((name) => this.#works.get(name)!)
  }

  /** The chunks of a step that are done. */
  async done(work: string, step: string): Promise<ReadonlySet<number>> {
    const names = await this.store.list(`${work}/${step}`)
    return new Set(names.map((name) => Number(name.slice(name.indexOf('-') + 1))))
  }

  async park(name: ChunkName, message: string, attempts: number, input: Uint8Array | undefined): Promise<void> {
    const file = join(PARKED, `${keyOf(name)}.input`)
    if (input !== undefined) await linkNew(this.folder, file, input)
    const parked: ParkedChunk = { ...name, message, attempts, input: input === undefined ? null : file }
    await linkNew(this.folder, join(PARKED, `${keyOf(name)}.json`), `${JSON.stringify(parked, null, 2)}\n`)
  }

  async parked(): Promise<readonly ParkedChunk[]> {
    const names = (await readdir(join(this.folder, PARKED)).catch(ifThere)) ?? []
    const texts = names
      .filter((name) => name.endsWith('.json'))
      .map((name) => readFile(join(this.folder, PARKED, name), 'utf8'))
    return (await Promise.all(texts)).map((text) => JSON.parse(text) as ParkedChunk)
  }

  /** Parked chunks may be tried again, and a stopped run may go on. */
  async unpark(): Promise<void> {
    for (const name of [PARKED, 'attempts', ...ENDS]) await removeAll(join(this.folder, name))
  }

  async end(how: (typeof ENDS)[number]): Promise<void> {
    await writeDurably(join(this.folder, how), '')
  }

  async ended(): Promise<(typeof ENDS)[number] | undefined> {
    for (const how of ENDS) if ((await stat(join(this.folder, how)).catch(ifThere)) !== undefined) return how
    return undefined
  }
}

/** A chunk's name as a file name. */
export function keyOf(name: ChunkName): string {
  return chunkName(name).replaceAll('/', '.')
}

async function hasRun(folder: string): Promise<boolean> {
  return (await stat(join(folder, RUN)).catch(ifThere)) !== undefined
}

function sameRun({ capability, job, options }: RunRecord): object {
  return { capability, job, options }
}

function recordOf(text: string): RunRecord | undefined {
  try {
    const run = JSON.parse(text) as RunRecord
    return run.format === RUN_FORMAT && typeof run.id === 'string' ? run : undefined
  } catch {
    return undefined
  }
}
