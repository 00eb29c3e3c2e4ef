/** What changes in the folder, told to every open page: names of files, never what is in them. */
import { type FSWatcher, watch } from 'node:fs'
import type { OpenedFolder } from './opened-folder.ts'

export type StudioEvent =
  | { readonly kind: 'changed'; readonly paths: readonly string[] }
  | { readonly kind: 'run'; readonly run: unknown }
  | { readonly kind: 'shared'; readonly runs: unknown }

export type Listener = (event: StudioEvent) => void

/** Changes within this many milliseconds are told together: an editor writes a file in several steps. */
const TOGETHER = 80

export class Changes {
  readonly #listeners = new Set<Listener>()
  readonly #pending = new Set<string>()
  readonly #watcher: FSWatcher | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(folder: OpenedFolder) {
    this.#watcher = watchTree(folder.path, (name) => this.#note(name))
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Whether a page is open. */
  get isHeard(): boolean {
    return this.#listeners.size > 0
  }

  tell(event: StudioEvent): void {
    for (const listener of this.#listeners) listener(event)
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#watcher?.close()
    this.#listeners.clear()
  }

  #note(name: string): void {
    this.#pending.add(name)
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      const paths = [...this.#pending].sort()
      this.#pending.clear()
      this.tell({ kind: 'changed', paths })
    }, TOGETHER)
  }
}

/** Some file systems cannot be watched; the page then shows changes when it is asked to. */
function watchTree(path: string, note: (name: string) => void): FSWatcher | undefined {
  try {
    const watcher = watch(path, { recursive: true }, (_, name) => {
      if (name !== null) note(String(name))
    })
    watcher.on('error', () => watcher.close())
    return watcher
  } catch {
    return undefined
  }
}
