/**
 * Runs whose work is shared through a folder below the one that is open (`tacet run SPEC --run-dir DIR`): how far they are. The reader of
 * such a folder belongs to `cluster/`, which this room may not import: the command that starts the studio passes it in.
 */
import { linkOutOf } from '../files/index.ts'
import type { SharedRun } from './answers.ts'
import type { Changes } from './changes.ts'
import type { OpenedFolder } from './opened-folder.ts'
import { readProject } from './project.ts'

/** What is asked of a run directory. */
export interface SharedState {
  readonly run: { readonly capability: string; readonly begun: string }
  readonly state: SharedRun['state']
  readonly steps: SharedRun['steps']
  readonly workers: readonly unknown[]
  readonly parked: readonly unknown[]
}

export type ReadShared = (folder: string) => Promise<SharedState>

/** Milliseconds between two looks at runs that are under way; nobody looks while no page is open. */
const PAUSE = 1000

export class SharedRuns {
  readonly #folder: OpenedFolder
  readonly #changes: Changes
  readonly #read: ReadShared | undefined
  readonly #timer: NodeJS.Timeout
  #known: readonly SharedRun[] = []
  #isLooking = false

  constructor(folder: OpenedFolder, changes: Changes, read: ReadShared | undefined) {
    this.#folder = folder
    this.#changes = changes
    this.#read = read
    this.#timer = setInterval(() => void this.#look(), PAUSE)
    this.#timer.unref()
  }

  async list(): Promise<readonly SharedRun[]> {
    const { shared } = await readProject(this.#folder)
    const own = await Promise.all(shared.map((folder) => this.#staysInside(folder)))
    this.#known = await this.#states(shared.filter((_, i) => own[i]))
    return this.#known
  }

  /** Whether nothing in a run's folder leads out of it. */
  async #staysInside(folder: string): Promise<boolean> {
    const link = this.#folder.existing(folder).then(linkOutOf)
    return (await link.catch(() => folder)) === undefined // what is being deleted is not shown either
  }

  close(): void {
    clearInterval(this.#timer)
  }

  async #look(): Promise<void> {
    const isUnderWay = this.#known.some(({ state }) => state === 'running')
    if (this.#isLooking || !isUnderWay || !this.#changes.isHeard) return
    this.#isLooking = true
    const runs = await this.#states(this.#known.map(({ folder }) => folder))
    if (JSON.stringify(runs) !== JSON.stringify(this.#known)) this.#changes.tell({ kind: 'shared', runs })
    this.#known = runs
    this.#isLooking = false
  }

  async #states(folders: readonly string[]): Promise<readonly SharedRun[]> {
    const read = this.#read
    if (read === undefined) return []
    const found = await Promise.all(
      folders.map(async (folder) => {
        const path = await this.#folder.existing(folder).catch(() => undefined)
        // A run of another version, or one that is being deleted, is not shown.
        return path === undefined
          ? undefined
          : read(path)
              .then((state) => toldState(folder, state))
              .catch(() => undefined)
      }),
    )
    return found.filter((run) => run !== undefined)
  }
}

function toldState(folder: string, { run, state, steps, workers, parked }: SharedState): SharedRun {
  return {
    folder,
    capability: run.capability,
    startedAt: run.begun,
    state,
    steps: steps.map(({ step, chunks, done }) => ({ step, chunks, done })),
    workers: workers.length,
    parked: parked.length,
  }
}
