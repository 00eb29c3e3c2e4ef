/**
 * A text file in another encoding, again in UTF-8, which is all the engine reads well: a file that its owner alone can read, in
 * the folder of the database, and removed with it.
 */
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { badInput } from '../../request-error.ts'
import { PRIVATE_FILE } from '../write-file.ts'
import { decoderOf } from './decode.ts'
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
