/**
 * Which encoding a text file is in, told from all of its bytes: one letter outside ASCII may come in the last line. What is
 * not UTF-8 is taken for UTF-16 if it says so or looks so, else for the encoding in which its first lines with other letters look like
 * text of some language; where none does, for windows-1252, and a file that cannot be that is refused.
 */
import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { badField, badInput } from '../../request-error.ts'
import { guessedEncoding } from './guess-encoding.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | (string & {})

/** The bytes of a text file, unpacked. */
export function textStream(path: string): Readable {
  const file = createReadStream(path, { highWaterMark: 1 << 18 })
  if (!/\.gz$/i.test(path)) return file
  const unpacked = createGunzip()
  file.on('error', (error) => unpacked.destroy(error))
  unpacked.on('close', () => file.destroy())
  return file.pipe(unpacked)
}

/** The encoding of the file: the one given, or what its bytes tell. */
export async function encodingOf(path: string, given: string | undefined): Promise<Encoding> {
  if (given !== undefined && given !== 'utf-16') return given
  let found: Encoding | undefined
  let carried: Buffer = Buffer.alloc(0)
  let isFirst = true
  const seen = { utf8: true, windows: true, shifts: false }
  const looked = new OtherLines()
  for await (const piece of bytesOf(path)) {
    const whole = Buffer.concat([carried, piece])
    if (isFirst) found = marked(whole) ?? unmarkedUtf16(whole)
    if (found !== undefined) return found
    isFirst = false
    const cut = seen.utf8 ? wholeLetters(whole) : whole.length
    if (seen.utf8 && !isUtf8(whole.subarray(0, cut))) seen.utf8 = false
    if (seen.windows && !isWindows1252(piece)) seen.windows = false
    if (whole.includes(SHIFT)) seen.shifts = true
    looked.add(piece)
    carried = Buffer.from(whole.subarray(cut))
  }
  if (given === 'utf-16') return 'utf-16le'
  if (seen.utf8 && carried.length === 0) return seen.shifts ? 'iso-2022-jp' : 'utf-8'
  const guessed = guessedEncoding(looked.end())
  if (guessed !== undefined) return guessed
  if (seen.windows) return 'windows-1252'
  throw badField(
    'source.read.encoding',
    `${path} is not UTF-8, and looks like text in no other encoding. Say which encoding it is in, or save it as UTF-8.`,
  )
}

/** What stands before Japanese letters in ISO-2022-JP. */
const SHIFT = Buffer.from('\u001b$', 'latin1')

/** The first lines that hold other letters than those of ASCII: whole lines, since a line end is one in every encoding. */
class OtherLines {
  readonly #lines: Buffer[] = []
  #open: Buffer = Buffer.alloc(0)
  #size = 0

  add(piece: Buffer): void {
    if (this.#size > LOOKED_AT) return
    const bytes = this.#open.length === 0 ? piece : Buffer.concat([this.#open, piece])
    let from = 0
    for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, from)) {
      this.#take(bytes.subarray(from, end + 1))
      from = end + 1
    }
    this.#open = Buffer.from(bytes.subarray(from))
    if (this.#open.length > LOOKED_AT) this.end()
  }

  end(): Buffer {
    this.#take(this.#open)
    this.#open = Buffer.alloc(0)
    return Buffer.concat(this.#lines)
  }

  #take(line: Buffer): void {
    if (this.#size > LOOKED_AT || !line.some((byte) => byte >= 0x80)) return
    this.#lines.push(Buffer.from(line))
    this.#size += line.length
  }
}

/** Bytes of lines that a guess is made from. */
const LOOKED_AT = 1 << 14

async function* bytesOf(path: string): AsyncGenerator<Buffer> {
  try {
    for await (const piece of textStream(path)) yield piece as Buffer
  } catch {
    throw badInput(
      /\.gz$/i.test(path) ? `${path}: it is not a complete gzip file.` : `${path}: it cannot be read to its end.`,
    )
  }
}

/** What a byte order mark says. */
function marked(bytes: Buffer): Encoding | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return undefined
}

/** Text in UTF-16 has a zero in most pairs of bytes, always on the same side. */
function unmarkedUtf16(bytes: Buffer): Encoding | undefined {
  const pairs = Math.min(500, bytes.length >> 1)
  let [left, right] = [0, 0]
  for (let i = 0; i < pairs; i++) {
    if (bytes[2 * i] === 0) left++
    if (bytes[2 * i + 1] === 0) right++
  }
  if (right > 0.7 * pairs && left === 0) return 'utf-16le'
  return left > 0.7 * pairs && right === 0 ? 'utf-16be' : undefined
}

/** Where the last letter that is not complete begins. */
function wholeLetters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]
    if (byte < 0x80) return bytes.length
    if (byte < 0xc0) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return back < length ? bytes.length - back : bytes.length
  }
  return bytes.length
}

/** No byte that stands for nothing there, and no control character but ends of lines and tabs. */
function isWindows1252(bytes: Buffer): boolean {
  for (const byte of bytes) {
    if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x0c) return false
    if (byte >= 0x7f && UNUSED.has(byte)) return false
  }
  return true
}

const UNUSED = new Set([0x7f, 0x81, 0x8d, 0x8f, 0x90, 0x9d])
