/**
 * Files that another program holds open. On Windows such a file cannot be moved or removed (EPERM, EBUSY or EACCES), and virus scanners, indexers,
 * backups and Excel hold files for a moment after they were written: a move is tried again until they let go.
 */
import { renameSync, rmSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

const HELD = new Set(['EPERM', 'EBUSY', 'EACCES'])

/** Milliseconds before each further try: about ten seconds in all. Elsewhere a move fails for other reasons, which do not pass. */
const WAITS: readonly number[] =
  process.platform === 'win32' ? [5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 5120] : []

/** Does the work again while a file is held, and in the end throws what it threw. */
export async function untilFree<T>(work: () => Promise<T>, waits = WAITS): Promise<T> {
  for (const wait of waits) {
    try {
      return await work()
    } catch (error) {
      if (!isHeld(error)) throw error
      await delay(wait)
    }
  }
  return work()
}

/** The same where nothing else may run meanwhile: under a lock. */
export function untilFreeSync<T>(work: () => T, waits = WAITS): T {
  for (const wait of waits) {
    try {
      return work()
    } catch (error) {
      if (!isHeld(error)) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, wait)
    }
  }
  return work()
}

export function move(from: string, to: string): Promise<void> {
  return untilFree(() => rename(from, to))
}

export function moveSync(from: string, to: string): void {
  untilFreeSync(() => renameSync(from, to))
}

/** A file, or a folder with everything in it; nothing is fine too. */
export function removeAll(path: string): Promise<void> {
  return untilFree(() => rm(path, { recursive: true, force: true }))
}

export function removeFileSync(path: string): void {
  untilFreeSync(() => rmSync(path, { force: true }))
}

function isHeld(error: unknown): boolean {
  return HELD.has((error as NodeJS.ErrnoException).code ?? '')
}
