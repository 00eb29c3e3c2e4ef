/** The lines of a ledger file from a byte on, whole ones and a torn last one told apart, and single lines by where they begin. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { badInput } from '../request-error.ts'

export interface FileLines {
  readonly lines: readonly string[]
  /** Where each line begins. */
  readonly offsets: readonly number[]
  /** The length of the whole lines, from the beginning of the file. */
  readonly end: number
  /** True when the file ends in the middle of a line. */
  readonly torn: boolean
}

const NEWLINE = 10

/** A ledger that is not there has no lines. */
export function readLines(path: string, from = 0): FileLines {
  const bytes = readBytes(path, from)
  const lines: string[] = []
  const offsets: number[] = []
  let at = 0
  for (let next = bytes.indexOf(NEWLINE); next >= 0; next = bytes.indexOf(NEWLINE, at)) {
    lines.push(bytes.toString('utf8', at, next))
    offsets.push(from + at)
    at = next + 1
  }
  return { lines, offsets, end: from + at, torn: at < bytes.length }
}

/** The whole line that begins at a byte. */
export function readLineAt(path: string, offset: number): string {
  for (let length = 4096; ; length *= 8) {
    const bytes = readBytes(path, offset, length)
    const end = bytes.indexOf(NEWLINE)
    if (end >= 0) return bytes.toString('utf8', 0, end)
    if (bytes.length < length) return ''
  }
}

/** The whole line that ends before a byte. */
export function readLineBefore(path: string, end: number): string {
  for (let length = 4096; ; length *= 8) {
    const from = Math.max(0, end - length)
    const bytes = readBytes(path, from, end - from)
    const begin = bytes.lastIndexOf(NEWLINE, -2)
    if (begin >= 0 || from === 0) return bytes.toString('utf8', begin + 1, Math.max(0, bytes.length - 1))
  }
}

function readBytes(path: string, from: number, most = Number.POSITIVE_INFINITY): Buffer {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0)
    throw unreadable(path, error)
  }
  try {
    const stats = fstatSync(file)
    if (!stats.isFile()) throw badInput(`${path} is not a ledger: it is not a file. Name the ledger's own file.`)
    const bytes = Buffer.alloc(Math.max(0, Math.min(most, stats.size - from)))
    let read = 0
    while (read < bytes.length) {
      const got = readSync(file, bytes, read, bytes.length - read, from + read)
      if (got === 0) break
      read += got
    }
    return bytes.subarray(0, read)
  } finally {
    closeSync(file)
  }
}

function unreadable(path: string, error: unknown): Error {
  const { code } = error as NodeJS.ErrnoException
  return badInput(`The ledger ${path} cannot be read (${code}). Check its permissions and its path.`)
}
