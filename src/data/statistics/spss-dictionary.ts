/**
 * The dictionary of an SPSS file (.sav, .zsav): a header, records of variables, labels and extensions, then the cases. The manual of PSPP
 * describes them ("System File Format").
 */
import { decoded } from '../text/decode.ts'
import type { DataBytes } from './data-bytes.ts'

export interface SpssVariable {
  /** As records are written: eight letters. */
  readonly short: string
  name: string
  label: string
  /** 0: a number. */
  readonly width: number
  /** Its place among pieces of eight bytes, from 0, and how many of them it takes. */
  readonly slot: number
  readonly slots: number
  readonly format: number
  readonly formatWidth: number
  missing: SpssMissing
  labels: Map<string, string>
  /** Names of the further variables that a text of more than 255 bytes was cut into. */
  readonly parts: SpssVariable[]
  /** Bytes of the whole text. */
  whole: number
}

export interface SpssMissing {
  readonly values: readonly Buffer[]
  readonly range: readonly [number, number] | null
}

export interface SpssDictionary {
  readonly variables: readonly SpssVariable[]
  readonly weight: string | null
  readonly little: boolean
  /** 0 none, 1 by codes, 2 by codes within packed blocks. */
  readonly compression: number
  readonly bias: number
  /** Unknown where it is negative. */
  readonly cases: number
  readonly slots: number
  readonly dataAt: number
  text(bytes: Buffer): string
  code(value: Buffer, width: number): string
}

const HEADER = 176
/** No file has more, and a damaged one states any number. */
const MOST_RECORDS = 1 << 20

/** A walk through the bytes of the dictionary. */
class Walk {
  readonly bytes: DataBytes
  readonly little: boolean
  at: number

  constructor(bytes: DataBytes, at: number, little: boolean) {
    this.bytes = bytes
    this.at = at
    this.little = little
  }

  async take(length: number): Promise<Buffer> {
    const part = await this.bytes.at(this.at, length)
    this.at += length
    return part
  }

  async int(): Promise<number> {
    return intOf(await this.take(4), 0, this.little)
  }
}

export const intOf = (bytes: Buffer, at: number, little: boolean): number =>
  little ? bytes.readInt32LE(at) : bytes.readInt32BE(at)
export const doubleOf = (bytes: Buffer, at: number, little: boolean): number =>
  little ? bytes.readDoubleLE(at) : bytes.readDoubleBE(at)

export async function spssDictionary(bytes: DataBytes, encoding: string | undefined): Promise<SpssDictionary> {
  const head = await bytes.at(0, HEADER)
  const little = [2, 3].includes(head.readInt32LE(64))
  if (!/^\$FL[23]$/.test(head.toString('latin1', 0, 4)) || !(little || [2, 3].includes(head.readInt32BE(64))))
    throw bytes.broken()
  const walk = new Walk(bytes, HEADER, little)
  const found = await readRecords(walk)
  const name = encoding ?? found.encoding ?? 'windows-1252'
  const text = (part: Buffer): string => {
    const bare = trimmedEnd(part)
    return decoded(bare, name) ?? decoded(bare, 'windows-1252') ?? bare.toString('latin1')
  }
  const code = (value: Buffer, width: number): string =>
    width === 0 ? numberText(doubleOf(value, 0, little)) : text(value)
  nameVariables(found, text)
  const variables = joined(found, text)
  labelVariables(variables, found, text, code)
  const weightSlot = intOf(head, 76, little) - 1
  return {
    variables,
    weight: variables.find(({ slot }) => slot === weightSlot)?.name ?? null,
    little,
    compression: intOf(head, 72, little),
    cases: intOf(head, 80, little),
    bias: doubleOf(head, 84, little),
    slots: found.slots,
    dataAt: walk.at,
    text,
    code,
  }
}

/** As a code of a label and as a value alike. */
export const numberText = (value: number): string => String(Number(value.toPrecision(15)))

/** Texts are filled up with blanks, and by some programs with zeros. */
function trimmedEnd(bytes: Buffer): Buffer {
  let end = bytes.length
  while (end > 0 && (bytes[end - 1] === 0x20 || bytes[end - 1] === 0)) end--
  return bytes.subarray(0, end)
}

interface Found {
  readonly raw: { variable: SpssVariable; label: Buffer }[]
  readonly labelSets: { readonly labels: readonly (readonly [Buffer, Buffer])[]; readonly slots: readonly number[] }[]
  readonly extensions: Map<number, Buffer>
  readonly little: boolean
  encoding: string | undefined
  slots: number
}

async function readRecords(walk: Walk): Promise<Found> {
  const found: Found = {
    raw: [],
    labelSets: [],
    extensions: new Map(),
    little: walk.little,
    encoding: undefined,
    slots: 0,
  }
  let labels: readonly (readonly [Buffer, Buffer])[] = []
  for (let i = 0; i < MOST_RECORDS; i++) {
    const type = await walk.int()
    if (type === 2) await readVariable(walk, found)
    else if (type === 3) labels = await readLabels(walk)
    else if (type === 4) found.labelSets.push({ labels, slots: await readSlots(walk) })
    else if (type === 6) await walk.take(80 * (await walk.int()))
    else if (type === 7) await readExtension(walk, found)
    else if (type === 999) {
      await walk.take(4)
      return found
    } else break
  }
  throw walk.bytes.broken()
}

async function readVariable(walk: Walk, found: Found): Promise<void> {
  const fixed = await walk.take(28)
  const [width, hasLabel, missing, format] = [0, 4, 8, 12].map((at) => intOf(fixed, at, walk.little))
  const slot = found.slots++
  const label = hasLabel === 1 ? await readPadded(walk, await walk.int()) : Buffer.alloc(0)
  if (Math.abs(missing) > 3 || width > 255) throw walk.bytes.broken()
  const values = await walk.take(8 * Math.abs(missing))
  if (width < 0) return // a further piece of a text
  const pieces = Array.from({ length: Math.abs(missing) }, (_, i) => values.subarray(8 * i, 8 * i + 8))
  const range = missing < 0 ? ([doubleOf(values, 0, walk.little), doubleOf(values, 8, walk.little)] as const) : null
  const short = trimmedEnd(fixed.subarray(20, 28)).toString('latin1')
  const variable: SpssVariable = {
    short,
    name: short,
    label: '',
    width,
    slot,
    slots: width === 0 ? 1 : Math.ceil(width / 8),
    format: (format >> 16) & 255,
    formatWidth: (format >> 8) & 255,
    missing: { values: range === null ? pieces : pieces.slice(2), range },
    labels: new Map(),
    parts: [],
    whole: width,
  }
  found.raw.push({ variable, label })
}

/** Texts of labels take a multiple of four bytes. */
async function readPadded(walk: Walk, length: number): Promise<Buffer> {
  return (await walk.take(4 * Math.ceil(length / 4))).subarray(0, length)
}

async function readLabels(walk: Walk): Promise<readonly (readonly [Buffer, Buffer])[]> {
  const count = await walk.int()
  const labels: (readonly [Buffer, Buffer])[] = []
  for (let i = 0; i < count; i++) {
    const value = await walk.take(8)
    const [length] = await walk.take(1)
    const rest = await walk.take(8 * Math.ceil((length + 1) / 8) - 1)
    labels.push([value, rest.subarray(0, length)])
  }
  return labels
}

async function readSlots(walk: Walk): Promise<readonly number[]> {
  const count = await walk.int()
  const bytes = await walk.take(4 * count)
  return Array.from({ length: count }, (_, i) => intOf(bytes, 4 * i, walk.little) - 1)
}

const [MACHINE, LONG_NAMES, LONG_TEXTS, ENCODING, LONG_LABELS, LONG_MISSING] = [3, 13, 14, 20, 21, 22]

async function readExtension(walk: Walk, found: Found): Promise<void> {
  const [subtype, size, count] = [await walk.int(), await walk.int(), await walk.int()]
  if (size < 0 || count < 0) throw walk.bytes.broken()
  const content = await walk.take(size * count)
  found.extensions.set(subtype, content)
  if (subtype === ENCODING) found.encoding = encodingOf(content.toString('latin1'))
  if (subtype === MACHINE && found.encoding === undefined && content.length >= 32)
    found.encoding = encodingOf(String(intOf(content, 28, walk.little)))
}

/** By its name, or by the number of its code page. */
function encodingOf(name: string): string | undefined {
  const pages: Readonly<Record<string, string>> = {
    '65001': 'utf-8',
    '932': 'shift_jis',
    '936': 'gbk',
    '949': 'euc-kr',
    '950': 'big5',
  }
  for (const label of [pages[name] ?? name, `windows-${name.replace(/^cp/i, '')}`])
    try {
      return new TextDecoder(label).encoding
    } catch {
      // not a name that decoders know
    }
  return undefined
}

function nameVariables({ raw, extensions }: Found, text: (bytes: Buffer) => string): void {
  const names = new Map(
    pairsOf(text(extensions.get(LONG_NAMES) ?? Buffer.alloc(0)), '\t').map(([short, long]) => [
      short.toUpperCase(),
      long,
    ]),
  )
  for (const { variable, label } of raw) {
    variable.name = names.get(variable.short.toUpperCase()) ?? variable.short
    variable.label = text(label)
  }
}

const pairsOf = (text: string, between: string): readonly (readonly [string, string])[] =>
  text.split(between).flatMap((pair) => {
    const at = pair.indexOf('=')
    return at < 1
      ? []
      : [
          [
            pair.slice(0, at).trim(),
            pair
              .slice(at + 1)
              .replaceAll('\0', '')
              .trim(),
          ] as const,
        ]
  })

/** Bytes of a text that each of its variables is thought to add, by which their number is found. */
const ADDED = 252

/** Variables with those that continue a long text taken in. */
function joined({ raw, extensions }: Found, text: (bytes: Buffer) => string): readonly SpssVariable[] {
  const widths = new Map(
    pairsOf(text(extensions.get(LONG_TEXTS) ?? Buffer.alloc(0)), '\t').map(([short, width]) => [
      short.toUpperCase(),
      Number(width),
    ]),
  )
  const variables: SpssVariable[] = []
  for (let i = 0; i < raw.length; ) {
    const { variable } = raw[i]
    const whole = widths.get(variable.short.toUpperCase())
    const parts = whole !== undefined && whole > 255 && variable.width > 0 ? Math.ceil(whole / ADDED) : 1
    variable.parts.push(...raw.slice(i + 1, i + parts).map((one) => one.variable))
    if (whole !== undefined && parts > 1) variable.whole = whole
    variables.push(variable)
    i += parts
  }
  return variables
}

function labelVariables(
  variables: readonly SpssVariable[],
  { labelSets, extensions, little }: Found,
  text: (bytes: Buffer) => string,
  code: (value: Buffer, width: number) => string,
): void {
  const bySlot = new Map(variables.map((variable) => [variable.slot, variable]))
  for (const { labels, slots } of labelSets)
    for (const slot of slots) {
      const variable = bySlot.get(slot)
      for (const [value, label] of variable === undefined ? [] : labels)
        variable?.labels.set(code(value, variable.width), text(label))
    }
  const named = (name: string): SpssVariable | undefined => variables.find((one) => one.name === name)
  const long = new Lengths(extensions.get(LONG_LABELS), little)
  while (long.has()) {
    const variable = named(text(long.part()))
    long.int()
    for (let count = long.int(); count > 0 && long.has(); count--) {
      const [value, label] = [text(long.part()), text(long.part())]
      variable?.labels.set(value, label)
    }
  }
  const missing = new Lengths(extensions.get(LONG_MISSING), little)
  while (missing.has()) {
    const variable = named(text(missing.part()))
    const count = missing.byte()
    const width = missing.int()
    const values = Array.from({ length: count }, () => missing.bytes(width))
    if (variable !== undefined) variable.missing = { values, range: null }
  }
}

/** Numbers and texts with their length before them; nothing beyond the end. */
class Lengths {
  readonly #content: Buffer
  readonly #little: boolean
  #at = 0

  constructor(content: Buffer | undefined, little: boolean) {
    this.#content = content ?? Buffer.alloc(0)
    this.#little = little
  }

  has(): boolean {
    return this.#at + 4 <= this.#content.length
  }

  int(): number {
    const value = this.has() ? intOf(this.#content, this.#at, this.#little) : 0
    this.#at += 4
    return Math.max(0, value)
  }

  byte(): number {
    return this.#content[this.#at++] ?? 0
  }

  bytes(length: number): Buffer {
    const part = this.#content.subarray(this.#at, this.#at + length)
    this.#at += length
    return part
  }

  part(): Buffer {
    return this.bytes(this.int())
  }
}
