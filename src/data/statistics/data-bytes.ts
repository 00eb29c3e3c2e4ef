/** The bytes of a file at places that are checked: a place or a length that the file states may be wrong. */
import type { FileHandle } from 'node:fs/promises'
import { badInput } from '../../request-error.ts'

/** Dictionaries are held whole, records are not. */
const MOST_HELD = 1 << 28

export class DataBytes {
  readonly #file: FileHandle
  readonly size: number
  readonly #broken: () => Error

  /** `what`: the kind of file, for a message. */
  constructor(file: FileHandle, size: number, name: string, what: string) {
    this.#file = file
    this.size = size
    this.#broken = () => badInput(`${name}: it is not a complete ${what} file.`)
  }

  broken(): Error {
    return this.#broken()
  }

  /** Exactly so many bytes. */
  async at(from: number, length: number): Promise<Buffer> {
    if (!(from >= 0 && length >= 0 && length <= MOST_HELD && from + length <= this.size)) throw this.#broken()
    const bytes = Buffer.alloc(length)
    for (let done = 0; done < length; ) {
      const { bytesRead } = await this.#file.read(bytes, done, length - done, from + done)
      if (bytesRead === 0) throw this.#broken()
      done += bytesRead
    }
    return bytes
  }

  /** Records of one width, a few thousand at a time. */
  async *records(from: number, width: number, count: number): AsyncGenerator<Buffer> {
    if (width <= 0 || !Number.isSafeInteger(count) || count < 0 || from + width * count > this.size)
      throw this.#broken()
    const most = Math.max(1, Math.floor(PIECE / width))
    for (let done = 0; done < count; done += most)
      yield await this.at(from + done * width, width * Math.min(most, count - done))
  }
}

const PIECE = 1 << 20
