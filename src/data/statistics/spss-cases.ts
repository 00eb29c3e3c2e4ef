/** The cases of an SPSS file as pieces of eight bytes: as they are, or by codes of which each stands for one piece. */
import { inflateSync } from 'node:zlib'
import type { DataBytes } from './data-bytes.ts'
import { intOf, type SpssDictionary } from './spss-dictionary.ts'

const PIECE = 1 << 18
/** Blocks of SPSS hold 4 MB; no larger one is unpacked. */
const MOST_BLOCK = 1 << 26

/** Whole cases, many at a time, each of as many pieces as the dictionary has slots. */
export async function* spssCases(bytes: DataBytes, dictionary: SpssDictionary): AsyncGenerator<Buffer> {
  const width = 8 * dictionary.slots
  if (width === 0 || dictionary.compression < 0 || dictionary.compression > 2) throw bytes.broken()
  const pieces = dictionary.compression === 0 ? plain(bytes, dictionary.dataAt) : unpacked(bytes, dictionary)
  let [rest, cases] = [Buffer.alloc(0) as Buffer, 0]
  const most = dictionary.cases < 0 ? Number.POSITIVE_INFINITY : dictionary.cases
  for await (const piece of pieces) {
    const whole = Buffer.concat([rest, piece])
    const count = Math.min(Math.floor(whole.length / width), most - cases)
    if (count > 0) yield whole.subarray(0, count * width)
    cases += count
    rest = Buffer.from(whole.subarray(count * width))
    if (cases >= most) return
  }
  if (rest.length > 0 || (dictionary.cases >= 0 && cases < dictionary.cases)) throw bytes.broken()
}

async function* plain(bytes: DataBytes, from: number, to: number = bytes.size): AsyncGenerator<Buffer> {
  for (let at = from; at < to; at += PIECE) yield await bytes.at(at, Math.min(PIECE, to - at))
}

async function* unpacked(bytes: DataBytes, dictionary: SpssDictionary): AsyncGenerator<Buffer> {
  const { compression, bias, little, dataAt } = dictionary
  const codes = new Codes(bias, little)
  for await (const piece of compression === 2 ? blocks(bytes, dictionary) : plain(bytes, dataAt)) {
    yield codes.add(piece)
    if (codes.ended) return
  }
  if (codes.isOpen) throw bytes.broken()
}

/** Of a .zsav file: where they are stands at its end. */
async function* blocks(bytes: DataBytes, { dataAt, little }: SpssDictionary): AsyncGenerator<Buffer> {
  const place = (from: Buffer, at: number): number => Number(little ? from.readBigInt64LE(at) : from.readBigInt64BE(at))
  const head = await bytes.at(dataAt, 24)
  const [at, length] = [place(head, 8), place(head, 16)]
  const trailer = await bytes.at(at, length)
  if (length < 24) throw bytes.broken()
  const count = intOf(trailer, 20, little)
  if (count < 0 || length < 24 + 24 * count) throw bytes.broken()
  for (let i = 0; i < count; i++) {
    const entry = 24 + 24 * i
    const packed = await bytes.at(place(trailer, entry + 8), intOf(trailer, entry + 20, little))
    yield inflated(packed, bytes)
  }
}

function inflated(packed: Buffer, bytes: DataBytes): Buffer {
  try {
    return inflateSync(packed, { maxOutputLength: MOST_BLOCK })
  } catch {
    throw bytes.broken()
  }
}

const [SKIP, END, RAW, BLANKS, NOTHING] = [0, 252, 253, 254, 255]

/** Eight codes of one byte each, then the pieces that some of them stand before. */
class Codes {
  readonly #bias: number
  readonly #little: boolean
  #bytes: Buffer = Buffer.alloc(0)
  #codes: Buffer = Buffer.alloc(0)
  #next = 8
  ended = false

  constructor(bias: number, little: boolean) {
    this.#bias = bias
    this.#little = little
  }

  /** Whether a piece was announced and did not come. */
  get isOpen(): boolean {
    return this.#bytes.length > 0
  }

  add(piece: Buffer): Buffer {
    const bytes = this.#bytes.length === 0 ? piece : Buffer.concat([this.#bytes, piece])
    const out = Buffer.alloc(8 * (8 * Math.ceil(bytes.length / 8) + 8))
    let [at, to] = [0, 0]
    for (;;) {
      if (this.#next === 8) {
        if (at + 8 > bytes.length) break
        this.#codes = Buffer.from(bytes.subarray(at, at + 8))
        this.#next = 0
        at += 8
      }
      const code = this.#codes[this.#next]
      if (code === RAW && at + 8 > bytes.length) break
      this.#next++
      if (code === SKIP) continue
      if (code === END) {
        this.ended = true
        break
      }
      if (code === RAW) {
        bytes.copy(out, to, at, at + 8)
        at += 8
      } else if (code === BLANKS) out.fill(0x20, to, to + 8)
      else this.#number(code === NOTHING ? -Number.MAX_VALUE : code - this.#bias, out, to)
      to += 8
    }
    this.#bytes = Buffer.from(bytes.subarray(at))
    return out.subarray(0, to)
  }

  #number(value: number, out: Buffer, at: number): void {
    if (this.#little) out.writeDoubleLE(value, at)
    else out.writeDoubleBE(value, at)
  }
}
