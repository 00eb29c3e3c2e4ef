/**
 * Which encoding a text file is in, told from all of its bytes: one letter outside ASCII may come in the last line. What is
 * not UTF-8 is taken for UTF-16 if it says so or looks so, else for windows-1252, whose letters are those of Latin-1; a file
 * that can be none of them is refused. Other encodings of one byte a letter cannot be told from that one, and are asked for.
 */
import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { badField, badInput } from '../../request-error.ts'
import { ENCODINGS } from '../../spec/index.ts'

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
  if (given !== undefined && given !== 'utf-16') return ENCODINGS[given]
  let found: Encoding | undefined
  let carried: Buffer = Buffer.alloc(0)
  let isFirst = true
  const seen = { utf8: true, windows: true }
  for await (const piece of bytesOf(path)) {
    const whole = Buffer.concat([carried, piece])
    if (isFirst) found = marked(whole) ?? unmarkedUtf16(whole)
    if (found !== undefined) return found
    isFirst = false
    const cut = seen.utf8 ? wholeLetters(whole) : whole.length
    if (seen.utf8 && !isUtf8(whole.subarray(0, cut))) seen.utf8 = false
    if (seen.windows && !isWindows1252(piece)) seen.windows = false
    carried = Buffer.from(whole.subarray(cut))
  }
  if (given === 'utf-16') return 'utf-16le'
  if (seen.utf8 && carried.length === 0) return 'utf-8'
  if (seen.windows) return 'windows-1252'
  throw badField(
    'source.read.encoding',
    `${path} is not text in UTF-8, UTF-16 or windows-1252. Say which encoding it is in, or save it as UTF-8.`,
  )
}

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
