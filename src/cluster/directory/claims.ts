/**
 * Who does which chunk. A claim is a file that its worker touches every few seconds; one that has not been touched for long is of a
 * worker that is gone. Ages are read off the clock of the shared disk alone, so it does not matter how the machines' own clocks stand.
 * Claims save work, no more: should two workers do a chunk, both write the same bytes.
 */
import { appendFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { WorkerState } from '../run-record.ts'
import { ifThere } from './folder-store.ts'

const CLAIMS = 'claims'
const ATTEMPTS = 'attempts'

export class Claims {
  readonly #folder: string
  readonly #worker: string
  readonly #staleSeconds: number

  constructor(folder: string, worker: string, staleSeconds: number) {
    this.#folder = folder
    this.#worker = worker
    this.#staleSeconds = staleSeconds
  }

  /** The chunks that others have in hand, with the seconds since their last sign of life. */
  async held(): Promise<ReadonlyMap<string, number>> {
    const names = (await readdir(join(this.#folder, CLAIMS)).catch(ifThere)) ?? []
    const ages = new Map<string, number>()
    if (names.length === 0) return ages
    const now = await this.#diskTime()
    for (const name of names) {
      const found = await stat(join(this.#folder, CLAIMS, name)).catch(ifThere)
      if (found !== undefined) ages.set(name, (now - found.mtimeMs) / 1000)
    }
    return ages
  }

  isStale(age: number): boolean {
    return age > this.#staleSeconds
  }

  /** True when the chunk is this worker's from now on. `stale`: a claim of it is there whose worker is gone. */
  async take(key: string, stale: boolean): Promise<boolean> {
    const path = join(this.#folder, CLAIMS, key)
    await mkdir(join(this.#folder, CLAIMS), { recursive: true, mode: 0o700 })
    if (stale) await rm(path, { force: true })
    return writeFile(path, this.#worker, { flag: 'wx', mode: 0o600 }).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return false
        throw error
      },
    )
  }

  async touch(key: string): Promise<void> {
    // Written and not touched: a time that is given would be this machine's and not the disk's.
    await writeFile(join(this.#folder, CLAIMS, key), this.#worker, { flag: 'r+' }).catch(() => {})
  }

  async release(key: string): Promise<void> {
    await rm(join(this.#folder, CLAIMS, key), { force: true })
  }

  /** How often the chunk has been begun, or has failed, this time included. */
  async count(what: 'begun' | 'failed', key: string): Promise<number> {
    const path = join(this.#folder, ATTEMPTS, `${key}.${what}`)
    await mkdir(join(this.#folder, ATTEMPTS), { recursive: true, mode: 0o700 })
    await appendFile(path, '.', { mode: 0o600 })
    return (await stat(path)).size
  }

  async workers(): Promise<readonly WorkerState[]> {
    const found: WorkerState[] = []
    for (const [chunk, age] of await this.held()) {
      const name = await readFile(join(this.#folder, CLAIMS, chunk), 'utf8').catch(ifThere)
      if (name !== undefined) found.push({ name, chunk, quiet: Math.max(0, Math.round(age)) })
    }
    return found
  }

  /** A file that is written now has the time of the disk. */
  async #diskTime(): Promise<number> {
    const probe = join(this.#folder, `${CLAIMS}-clock`)
    await mkdir(probe, { recursive: true, mode: 0o700 })
    const file = join(probe, this.#worker.replace(/[^\w.-]/g, '_'))
    await writeFile(file, '.', { mode: 0o600 })
    return (await stat(file)).mtimeMs
  }
}
