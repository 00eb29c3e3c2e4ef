/** A command reads its file several times, and finds out once how it is written. */
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Reading } from '../spec/index.ts'
import type { Database } from './database.ts'

type Reader<T> = (db: Database, path: string, reading: Reading) => Promise<T>

/** The reader, for the same file read in the same way once per database. */
export function openedOnce<T>(read: Reader<T>): Reader<T> {
  const opened = new WeakMap<Database, Map<string, Promise<T>>>()
  return async (db, path, reading) => {
    const { mtimeMs, size } = await stat(path)
    const key = JSON.stringify([resolve(path), mtimeMs, size, reading])
    const known = opened.get(db) ?? new Map<string, Promise<T>>()
    opened.set(db, known)
    const found = known.get(key) ?? read(db, path, reading)
    known.set(key, found)
    return found
  }
}
