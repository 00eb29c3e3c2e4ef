/** A worker of a run directory: it looks for a chunk that can be done, claims it, does it, and looks again. */
import { hostname } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { serialize } from 'node:v8'
import { openWork, type WorkBench } from '../../jobs/shared-work.ts'
import { badInput, listed } from '../../request-error.ts'
import type { SchedulerFactory } from '../../run/scheduler.ts'
import { type ChunkName, chunkName, readyChunks, type SharedWork } from '../../run/shared-work.ts'
import { Claims } from './claims.ts'
import { keyOf, RunDirectory } from './run-directory.ts'

export interface WorkerOptions {
  readonly signal: AbortSignal
  readonly scheduler: SchedulerFactory
  /** The worker ends when there has been nothing to do for so long. */
  readonly idleSeconds: number
  readonly note: (text: string) => void
}

/** How often a worker looks for work, in milliseconds. */
const LOOK = 200
/** Signs of life before a claim counts as given up. */
const BEATS = 4
/** A chunk that was begun so often and never finished is parked. */
const MOST_ATTEMPTS = 6
/** A chunk that failed so often, with an error, is parked. */
const MOST_FAILURES = 2

export class DirectoryWorker {
  readonly #directory: RunDirectory
  readonly #options: WorkerOptions
  readonly #claims: Claims
  readonly #benches = new Map<string, Promise<WorkBench>>()
  readonly #whole = new Set<string>()

  private constructor(directory: RunDirectory, options: WorkerOptions) {
    this.#directory = directory
    this.#options = options
    this.#claims = new Claims(directory.folder, `${hostname()} ${process.pid}`, directory.run.heartbeatSeconds)
  }

  static async open(folder: string, options: WorkerOptions): Promise<DirectoryWorker> {
    return new DirectoryWorker(await RunDirectory.open(folder), options)
  }

  /** Works until the run has ended, it is asked to stop, or nothing comes any more. */
  async work(): Promise<number> {
    const { signal, idleSeconds } = this.#options
    let [done, idleSince] = [0, performance.now()]
    for (;;) {
      signal.throwIfAborted()
      if ((await this.#directory.ended()) !== undefined) return done
      const found = await this.#next()
      if (found !== undefined) {
        if (found) done++
        idleSince = performance.now()
      } else {
        if (performance.now() - idleSince > 1000 * idleSeconds) return done
        await wait(LOOK, undefined, { signal })
      }
    }
  }

  /** Does chunks i, i + of, i + 2 of, ... of one step, those that are not done; false when one could not be, as yet. */
  async workOn(work: string, step: string, first: number, of: number): Promise<boolean> {
    const shared = (await this.#directory.works()).find(({ id }) => id === work)
    if (shared === undefined) return false
    const index = shared.steps.findIndex(({ name }) => name === step)
    if (index < 0)
      throw badInput(
        `there is no step ${step} in this run. Its steps: ${listed(shared.steps.map(({ name }) => name))}.`,
      )
    const done = await this.#doneOf(shared)
    const ready = new Set([...readyChunks(shared, done)].filter(([s]) => s === index).map(([, chunk]) => chunk))
    let isWhole = true
    for (let chunk = first; chunk < shared.steps[index].chunks; chunk += of) {
      this.#options.signal.throwIfAborted()
      if (done(index, chunk)) continue
      if (ready.has(chunk)) await this.#claims.take(keyOf({ work, step, chunk }), false) // to be seen: it was told to do it
      isWhole = ready.has(chunk) && (await this.#do(shared, { work, step, chunk })) && isWhole
    }
    return isWhole
  }

  async close(): Promise<void> {
    for (const bench of this.#benches.values()) await (await bench.catch(() => undefined))?.close()
  }

  /** Whether a chunk was done; undefined when there was none to do. */
  async #next(): Promise<boolean | undefined> {
    const parked = new Set((await this.#directory.parked()).map(keyOf))
    for (const work of await this.#directory.works()) {
      if (this.#whole.has(work.id)) continue
      const done = await this.#doneOf(work)
      const held = await this.#claims.held()
      let isAny = false
      for (const [step, chunk] of readyChunks(work, done)) {
        isAny = true
        const name = { work: work.id, step: work.steps[step].name, chunk }
        const key = keyOf(name)
        const age = held.get(key)
        if (parked.has(key) || (age !== undefined && !this.#claims.isStale(age))) continue
        if (!(await this.#claims.take(key, age !== undefined))) continue
        return this.#do(work, name)
      }
      if (!isAny) this.#whole.add(work.id)
    }
    return undefined
  }

  async #doneOf({ id, steps }: SharedWork): Promise<(step: number, chunk: number) => boolean> {
    const sets = await Promise.all(steps.map(({ name }) => this.#directory.done(id, name)))
    return (step, chunk) => sets[step].has(chunk)
  }

  /** Does a chunk that is this worker's; false when it failed. */
  async #do(work: SharedWork, name: ChunkName): Promise<boolean> {
    const key = keyOf(name)
    const beat = setInterval(() => this.#claims.touch(key), (1000 * this.#directory.run.heartbeatSeconds) / BEATS)
    let input: unknown
    let isSolved = false
    try {
      const attempts = await this.#claims.count('begun', key)
      const bench = await this.#benchOf(work)
      input = await bench.input(name)
      if (attempts > MOST_ATTEMPTS) {
        await this.#directory.park(name, GIVEN_UP, attempts - 1, serialize(input))
        return false
      }
      const bytes = await bench.run(name, input)
      this.#options.signal.throwIfAborted()
      isSolved = true
      await this.#directory.store.write(chunkName(name), bytes)
      return true
    } catch (error) {
      if (this.#options.signal.aborted || isSolved) throw error // a full disk is no fault of the chunk
      await this.#failed(name, error, input)
      return false
    } finally {
      clearInterval(beat)
      await this.#claims.release(key)
    }
  }

  async #failed(name: ChunkName, error: unknown, input: unknown): Promise<void> {
    const key = keyOf(name)
    const failures = await this.#claims.count('failed', key)
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
    this.#options.note(`${chunkName(name)} failed: ${message}`)
    if (failures >= MOST_FAILURES)
      await this.#directory.park(name, message, failures, input === undefined ? undefined : serialize(input))
    else await wait(LOOK, undefined, { signal: this.#options.signal })
  }

  #benchOf({ id, kind }: SharedWork): Promise<WorkBench> {
    const open = this.#benches.get(id) ?? openWork(kind, id, this.#directory.store, this.#options.scheduler)
    this.#benches.set(id, open)
    open.catch(() => this.#benches.delete(id))
    return open
  }
}

const GIVEN_UP = `Workers ended ${MOST_ATTEMPTS} times while they had this chunk in hand, perhaps for want of memory.`
