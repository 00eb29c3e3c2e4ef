/**
 * Where the lines about a run, or with a hash, stand in a ledger: a hash table on the disk, so that a charge on a ledger of
 * years reads a few lines instead of all.
 *
 * A slot has 16 bytes: the first eight of the SHA-256 of the key, and the offset of the line plus one. Open addressing with
 * linear probing, at most half full. The table is a cache: it answers with places to look at, and the lines found there are
 * read and checked. It is extended before the checkpoint that relies on it; entries beyond the checkpoint are passed over.
 */
import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs'
import { moveSync } from '../files/index.ts'
import { sha256 } from '../privacy/sha256.ts'
import { syncFolderOf } from './sync-files.ts'

const SLOT = 16
const LEAST_SLOTS = 4096
/** Slots that one read brings. */
const WINDOW = 64

export interface IndexEntry {
  readonly key: string
  readonly offset: number
}

/** The offsets below `limit` at which lines about the key begin, in order; undefined when there is no whole table. */
export function lookUp(path: string, key: string, limit: number): readonly number[] | undefined {
  return withTable(path, 'r', (file, slots) => {
    const found: number[] = []
    probe(file, slots, digestOf(key), (offset) => {
      if (offset < limit) found.push(offset)
      return false
    })
    return [...new Set(found)].sort((a, b) => a - b)
  })
}

/** Adds entries to the table, made again where there is none, it is damaged or it would be more than half full. Durable. */
export function extendIndex(path: string, entries: readonly IndexEntry[], before: number): void {
  const room = (slots: number): boolean => 2 * (before + entries.length) <= slots
  const added = withTable(path, 'r+', (file, slots) => {
    if (!room(slots)) return false
    for (const { key, offset } of entries) insert(file, slots, digestOf(key), offset)
    fsyncSync(file)
    return true
  })
  if (added === true) return
  const kept = withTable(path, 'r', (file, slots) => allSlots(file, slots)) ?? []
  let slots = LEAST_SLOTS
  while (2 * 2 * (kept.length + entries.length) > slots) slots *= 2
  writeTable(path, slots, [...kept, ...entries.map(({ key, offset }) => ({ digest: digestOf(key), offset }))])
}

interface Slot {
  readonly digest: bigint
  readonly offset: number
}

function digestOf(key: string): bigint {
  return BigInt(`0x${sha256(key).slice(0, 16)}`)
}

function withTable<T>(path: string, flags: string, use: (file: number, slots: number) => T): T | undefined {
  let file: number
  try {
    file = openSync(path, flags)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    const slots = fstatSync(file).size / SLOT
    return Number.isInteger(Math.log2(slots)) && slots >= LEAST_SLOTS ? use(file, slots) : undefined
  } finally {
    closeSync(file)
  }
}

/** Visits the slots of a digest until `visit` says so or a slot is free; returns where it stopped. */
function probe(file: number, slots: number, digest: bigint, visit: (offset: number) => boolean): number {
  const bytes = Buffer.alloc(WINDOW * SLOT)
  let slot = Number(digest % BigInt(slots))
  for (let seen = 0; seen < slots; ) {
    const wanted = Math.min(WINDOW, slots - slot)
    readSync(file, bytes, 0, wanted * SLOT, slot * SLOT)
    for (let i = 0; i < wanted; i++, seen++) {
      const offset = Number(bytes.readBigUInt64LE(i * SLOT + 8))
      if (offset === 0) return slot + i
      if (bytes.readBigUInt64LE(i * SLOT) === digest && visit(offset - 1)) return slot + i
    }
    slot = (slot + wanted) % slots
  }
  throw new Error('the index of the ledger is full')
}

function insert(file: number, slots: number, digest: bigint, offset: number): void {
  const at = probe(file, slots, digest, (found) => found === offset)
  writeSync(file, slotBytes({ digest, offset }), 0, SLOT, at * SLOT)
}

function slotBytes({ digest, offset }: Slot): Buffer {
  const bytes = Buffer.alloc(SLOT)
  bytes.writeBigUInt64LE(digest, 0)
  bytes.writeBigUInt64LE(BigInt(offset + 1), 8)
  return bytes
}

function allSlots(file: number, slots: number): Slot[] {
  const bytes = Buffer.alloc(slots * SLOT)
  readSync(file, bytes, 0, bytes.length, 0)
  const found: Slot[] = []
  for (let at = 0; at < bytes.length; at += SLOT) {
    const offset = Number(bytes.readBigUInt64LE(at + 8))
    if (offset > 0) found.push({ digest: bytes.readBigUInt64LE(at), offset: offset - 1 })
  }
  return found
}

function writeTable(path: string, slots: number, entries: readonly Slot[]): void {
  const bytes = Buffer.alloc(slots * SLOT)
  for (const entry of entries) {
    let slot = Number(entry.digest % BigInt(slots))
    while (bytes.readBigUInt64LE(slot * SLOT + 8) !== 0n) slot = (slot + 1) % slots
    slotBytes(entry).copy(bytes, slot * SLOT)
  }
  const file = openSync(`${path}.new`, 'w', 0o600)
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  moveSync(`${path}.new`, path)
  syncFolderOf(path)
}
