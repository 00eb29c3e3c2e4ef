/**
 * A text file in another encoding, again in UTF-8, which is all the engine reads well: a file that its owner alone can read, in
 * the folder of the database, and removed with it.
 */
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { badInput } from '../../request-error.ts'
import { PRIVATE_FILE } from '../write-file.ts'
import { type Encoding, textStream } from './encoding.ts'

export async function transcode(path: string, encoding: Encoding, to: string): Promise<void> {
  const texts = async function* (): AsyncGenerator<Buffer> {
    const decode = decoderOf(encoding)
    for await (const piece of textStream(path)) yield Buffer.from(decode(piece as Buffer), 'utf8')
    const rest = decode()
    if (rest !== '') yield Buffer.from(rest, 'utf8')
  }
  try {
    await pipeline(Readable.from(texts()), createWriteStream(to, { flags: 'wx', mode: PRIVATE_FILE }))
  } catch (error) {
    if (error instanceof TypeError)
      throw badInput(
        `${path}: it is not UTF-8 text, and not ${encoding} throughout. Say which encoding it is in, or save it as UTF-8.`,
      )
    throw error
  }
}

/** From pieces of a file to its text; without a piece, what is left at the end. */
function decoderOf(encoding: Encoding): (piece?: Buffer) => string {
  if (encoding === 'windows-1252')
    return (piece) => piece?.toString('latin1').replace(/[\u0080-\u009f]/g, inWindows1252) ?? ''
  const decoder = new TextDecoder(encoding, { fatal: true })
  return (piece) => (piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true }))
}

/** The bytes 80 to 9f of windows-1252: the one part in which it is not Latin-1, and which decoders of Node 20 leave out. */
const OWN =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178'

function inWindows1252(letter: string): string {
  return OWN[letter.charCodeAt(0) - 0x80]
}
