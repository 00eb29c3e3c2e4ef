/** What every route of one studio shares. */
import { createHmac, randomBytes } from 'node:crypto'
import type { Changes } from './changes.ts'
import type { OpenedFolder } from './opened-folder.ts'
import type { Runs } from './runs.ts'
import type { SharedRuns } from './shared-runs.ts'

export interface Studio {
  readonly folder: OpenedFolder
  readonly changes: Changes
  readonly runs: Runs
  readonly shared: SharedRuns
  /** Files that may be asked for by a GET, under names that say nothing: a URL is kept in histories. */
  readonly handles: Handles
}

export class Handles {
  readonly #secret = randomBytes(32)
  readonly #paths = new Map<string, string>()

  handleOf(path: string): string {
    const handle = createHmac('sha256', this.#secret).update(path).digest('base64url')
    this.#paths.set(handle, path)
    return handle
  }

  pathOf(handle: string): string | undefined {
    return this.#paths.get(handle)
  }
}
