/**
 * A ZIP archive, as much of it as a workbook needs: its parts by name, unpacked as they are read. No size or place that the archive states is
 * believed: what lies outside of the file, or unpacks to more than a workbook can hold, is refused.
 */
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { createInflateRaw } from 'node:zlib'
import { badInput } from '../../request-error.ts'
import { decoderOf } from '../text/decode.ts'

interface Part {
  readonly method: number
  readonly packed: number
  readonly at: number
}

const [END, ENTRY, LOCAL] = [0x06054b50, 0x02014b50, 0x04034b50]
const [END_BYTES, ENTRY_BYTES, LOCAL_BYTES] = [22, 46, 30]
const MOST_COMMENT = 65_535
const MOST_DIRECTORY = 1 << 24
const MOST_UNPACKED = 2 ** 32
const [STORED, DEFLATED] = [0, 8]

export class Zip {
  readonly #path: string
  readonly #name: string
  readonly #parts: ReadonlyMap<string, Part>

  private constructor(path: string, name: string, parts: ReadonlyMap<string, Part>) {
    this.#path = path
    this.#name = name
    this.#parts = parts
  }

  /** `name`: what to call the file in messages. */
  static async open(path: string, name: string): Promise<Zip> {
    const file = await open(path)
    try {
      return new Zip(path, name, await partsOf(file, name))
    } finally {
      await file.close()
    }
  }

  has(part: string): boolean {
    return this.#parts.has(part)
  }

  /** The text of a part in pieces, in UTF-8. */
  async *text(part: string): AsyncGenerator<string> {
    const found = this.#parts.get(part)
    if (found === undefined) throw broken(this.#name)
    const from = await this.#contentAt(found)
    const bytes = createReadStream(this.#path, { start: from, end: from + found.packed - 1 })
    const decode = decoderOf('utf-8')
    let unpacked = 0
    try {
      for await (const piece of found.packed === 0 ? [] : found.method === STORED ? bytes : inflated(bytes)) {
        unpacked += (piece as Buffer).length
        if (unpacked > MOST_UNPACKED) throw badInput(`${this.#name}: a part of it unpacks to more than 4 GB.`)
        yield decode(piece as Buffer)
      }
      yield decode()
    } catch (error) {
      throw error instanceof TypeError || isOfZlib(error) ? broken(this.#name) : error
    } finally {
      bytes.destroy()
    }
  }

  /** Behind the header that stands before the content itself, whose length is its own. */
  async #contentAt({ at, packed }: Part): Promise<number> {
    const file = await open(this.#path)
    try {
      const { size } = await file.stat()
      const header = await bytesAt(file, at, LOCAL_BYTES)
      if (header === undefined || header.readUInt32LE(0) !== LOCAL) throw broken(this.#name)
      const from = at + LOCAL_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28)
      if (from + packed > size) throw broken(this.#name)
      return from
    } finally {
      await file.close()
    }
  }
}

async function* inflated(bytes: NodeJS.ReadableStream): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw()
  const done = pipeline(bytes, inflate).catch(() => undefined)
  yield* inflate
  await done
}

function isOfZlib(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
}

const broken = (name: string): Error => badInput(`${name}: it is not a complete Excel workbook (.xlsx).`)

async function partsOf(file: FileHandle, name: string): Promise<ReadonlyMap<string, Part>> {
  const { size } = await file.stat()
  const length = Math.min(size, END_BYTES + MOST_COMMENT)
  const tail = (await bytesAt(file, size - length, length)) ?? Buffer.alloc(0)
  const first = await bytesAt(file, 0, 4)
  if (first?.readUInt32BE(0) === 0xd0cf11e0)
    throw badInput(
      `${name}: it is protected with a password, or of a format before 2007. Save it as .xlsx without a password.`,
    )
  const end = endOf(tail)
  if (end === undefined) throw broken(name)
  const [bytes, at] = [end.readUInt32LE(12), end.readUInt32LE(16)]
  if (bytes > MOST_DIRECTORY || at + bytes > size) throw broken(name)
  return directory((await bytesAt(file, at, bytes)) ?? Buffer.alloc(0), name)
}

function endOf(tail: Buffer): Buffer | undefined {
  for (let at = tail.length - END_BYTES; at >= 0; at--) if (tail.readUInt32LE(at) === END) return tail.subarray(at)
  return undefined
}

function directory(bytes: Buffer, name: string): ReadonlyMap<string, Part> {
  const parts = new Map<string, Part>()
  let at = 0
  while (at + ENTRY_BYTES <= bytes.length && bytes.readUInt32LE(at) === ENTRY) {
    const [flags, method] = [bytes.readUInt16LE(at + 8), bytes.readUInt16LE(at + 10)]
    const [nameBytes, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset))
    const part = bytes.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes)
    if ((flags & 1) === 1) throw badInput(`${name}: it is protected with a password. Save it without one.`)
    if (method === STORED || method === DEFLATED)
      parts.set(part, { method, packed: bytes.readUInt32LE(at + 20), at: bytes.readUInt32LE(at + 42) })
    at += ENTRY_BYTES + nameBytes + extra + comment
  }
  if (parts.size === 0) throw broken(name)
  return parts
}

/** Undefined where the file ends before. */
async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer | undefined> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  return bytesRead === length ? buffer : undefined
}
