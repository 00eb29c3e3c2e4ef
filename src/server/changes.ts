/**
 * What changes in the folder, told to every open page: names of files, never what is in them. Two listings are compared, at a low rate
 * and only while a page is open; watching the folders makes it quick and is not relied on: of a file that was replaced twice, as
 * editors save, or of a network's disk, nothing may be heard.
 */
import { type FSWatcher, watch } from 'node:fs'
import { join } from 'node:path'
import { changedBetween, type Listing, listFolder } from './folder-listing.ts'
import type { OpenedFolder } from './opened-folder.ts'

export type StudioEvent =
  | { readonly kind: 'changed'; readonly paths: readonly string[] }
  | { readonly kind: 'run'; readonly run: unknown }
  | { readonly kind: 'shared'; readonly runs: unknown }

export type Listener = (event: StudioEvent) => void

/** Changes within this many milliseconds are told together: an editor writes a file in several steps. */
const TOGETHER = 80
/** Milliseconds between two looks when nothing was heard. */
const PAUSE = 1000
/** A look is followed by a pause of this many times as long: 10,000 files take some 50 ms. */
const REST = 20
/** More folders are looked at, not watched. */
const MOST_WATCHED = 1000

export class Changes {
  readonly #root: string
  readonly #listeners = new Set<Listener>()
  readonly #watchers = new Map<string, FSWatcher>()
  /** What was there at the last look; undefined while nobody listens. */
  #listing: Promise<Listing> | undefined
  #timer: NodeJS.Timeout | undefined
  /** When the next look is due, and before when there is none, by the clock of the process. */
  #due = Number.POSITIVE_INFINITY
  #restsUntil = 0
  #isLooking = false
  /** Whether something was heard since the last look began. */
  #isStirred = false

  constructor(folder: OpenedFolder) {
    this.#root = folder.path
  }

  /** Tells the listener what changes from now on; resolves when that holds. */
  async listen(listener: Listener): Promise<() => void> {
    this.#listeners.add(listener)
    this.#listing ??= this.#first()
    await this.#listing
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#rest()
    }
  }

  /** Whether a page is open. */
  get isHeard(): boolean {
    return this.#listeners.size > 0
  }

  tell(event: StudioEvent): void {
    for (const listener of this.#listeners) listener(event)
  }

  close(): void {
    this.#listeners.clear()
    this.#rest()
  }

  async #first(): Promise<Listing> {
    const listing = await listFolder(this.#root)
    if (this.isHeard) this.#watch(listing.folders)
    this.#lookIn(PAUSE)
    return listing
  }

  #lookIn(milliseconds: number): void {
    const now = performance.now()
    const due = Math.max(now + milliseconds, this.#restsUntil)
    if (!this.isHeard || this.#isLooking || due >= this.#due) return
    clearTimeout(this.#timer)
    this.#due = due
    this.#timer = setTimeout(() => void this.#look(), due - now)
    this.#timer.unref()
  }

  async #look(): Promise<void> {
    const [before, start] = [this.#listing, performance.now()]
    this.#due = Number.POSITIVE_INFINITY
    this.#isLooking = true
    this.#isStirred = false
    const after = await listFolder(this.#root)
    this.#isLooking = false
    const end = performance.now()
    this.#restsUntil = end + REST * (end - start)
    if (before !== undefined && before === this.#listing) {
      this.#listing = Promise.resolve(after)
      this.#watch(after.folders)
      const paths = changedBetween(await before, after)
      if (paths.length > 0) this.tell({ kind: 'changed', paths })
    }
    this.#lookIn(this.#isStirred ? TOGETHER : PAUSE)
  }

  #stir(): void {
    this.#isStirred = true
    this.#lookIn(TOGETHER)
  }

  /** Some file systems cannot be watched, and a system has so many watchers: the looks are enough. */
  #watch(folders: ReadonlySet<string>): void {
    for (const [folder, watcher] of this.#watchers)
      if (!folders.has(folder)) {
        watcher.close()
        this.#watchers.delete(folder)
      }
    for (const folder of folders) {
      if (this.#watchers.has(folder) || this.#watchers.size >= MOST_WATCHED) continue
      try {
        const watcher = watch(join(this.#root, folder), { persistent: false }, () => this.#stir())
        watcher.on('error', () => watcher.close())
        this.#watchers.set(folder, watcher)
      } catch {
        // Removed since, or one too many.
      }
    }
  }

  #rest(): void {
    clearTimeout(this.#timer)
    for (const watcher of this.#watchers.values()) watcher.close()
    this.#watchers.clear()
    this.#listing = undefined
    this.#due = Number.POSITIVE_INFINITY
  }
}
