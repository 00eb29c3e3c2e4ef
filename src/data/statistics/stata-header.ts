/**
 * The dictionary of a Stata file, of the formats that Stata 8 to 19 write: 113 to 115 in fixed places, 117 to 119 between tags, whose places
 * stand in a map. `help dta` of Stata describes them.
 */
import { decoded } from '../text/decode.ts'
import { guessedEncoding } from '../text/guess-encoding.ts'
import type { DataBytes } from './data-bytes.ts'

export type StataType = 'byte' | 'int' | 'long' | 'float' | 'double' | 'strL' | 'text'

export interface StataColumn {
  readonly name: string
  readonly type: StataType
  readonly width: number
  readonly format: string
  readonly labelSet: string
  readonly label: string
}

export interface StataHeader {
  readonly release: number
  readonly little: boolean
  readonly columns: readonly StataColumn[]
  readonly rows: number
  /** Where the records begin. */
  readonly dataAt: number
  /** Where long texts are, from and to; none before 117. */
  readonly longTexts: readonly [number, number] | null
  readonly labelSets: ReadonlyMap<string, ReadonlyMap<string, string>>
  readonly weight: string | null
  text(bytes: Buffer): string
}

/** How wide the parts of the dictionary are. */
interface Widths {
  readonly name: number
  readonly format: number
  readonly label: number
}

const OLD: Widths = { name: 33, format: 49, label: 81 }
const NEW: Widths = { name: 129, format: 57, label: 321 }
const WIDTHS: Readonly<Record<StataType, number>> = { byte: 1, int: 2, long: 4, float: 4, double: 8, strL: 8, text: 0 }

export async function stataHeader(bytes: DataBytes, encoding: string | undefined): Promise<StataHeader> {
  const start = await bytes.at(0, Math.min(bytes.size, 12))
  return start.toString('latin1').startsWith('<stata_dta>')
    ? taggedHeader(bytes, encoding)
    : fixedHeader(bytes, encoding)
}

/** Texts before 118 are in the encoding of the machine that wrote them. */
function textOf(release: number, encoding: string | undefined): (bytes: Buffer) => string {
  return (whole) => {
    const end = whole.indexOf(0)
    const bytes = end < 0 ? whole : whole.subarray(0, end)
    if (release >= 118) return bytes.toString('utf8')
    if (!bytes.some((byte) => byte >= 0x80)) return bytes.toString('latin1')
    const tried = [encoding ?? decodedAs(bytes, 'utf-8') ?? guessedEncoding(bytes) ?? 'windows-1252', 'windows-1252']
    return tried.map((name) => decoded(bytes, name)).find((text) => text !== undefined) ?? bytes.toString('latin1')
  }
}

const decodedAs = (bytes: Buffer, encoding: string): string | undefined =>
  decoded(bytes, encoding) === undefined ? undefined : encoding

async function taggedHeader(bytes: DataBytes, encoding: string | undefined): Promise<StataHeader> {
  const head = await bytes.at(0, Math.min(bytes.size, 1024))
  const opening = /^<stata_dta><header><release>(117|118|119)<\/release><byteorder>(LSF|MSF)<\/byteorder><K>/.exec(
    head.toString('latin1'),
  )
  if (opening === null) throw bytes.broken()
  const [release, little] = [Number(opening[1]), opening[2] === 'LSF']
  const text = textOf(release, encoding)
  const afterK = opening[0].length
  const wideK = release === 119 ? 4 : 2
  const count = unsigned(head, afterK, wideK, little)
  const afterN = afterK + wideK + '</K><N>'.length
  const rows = unsigned(head, afterN, release === 117 ? 4 : 8, little)
  const mapAt = head.indexOf('<map>')
  if (mapAt < 0) throw bytes.broken()
  const map = await bytes.at(mapAt + 5, 14 * 8)
  const places = Array.from({ length: 14 }, (_, i) => unsigned(map, 8 * i, 8, little))
  const section = async (i: number, tag: string): Promise<Buffer> => {
    const whole = await bytes.at(places[i], places[i + 1] - places[i])
    const [open, close] = [`<${tag}>`, `</${tag}>`]
    if (whole.toString('latin1', 0, open.length) !== open) throw bytes.broken()
    return whole.subarray(open.length, whole.length - close.length)
  }
  const widths = release === 117 ? OLD : NEW
  const types = await section(2, 'variable_types')
  if (types.length < 2 * count) throw bytes.broken()
  const dictionary = {
    names: await section(3, 'varnames'),
    formats: await section(5, 'formats'),
    sets: await section(6, 'value_label_names'),
    labels: await section(7, 'variable_labels'),
  }
  const columns = columnsOf(count, widths, dictionary, text, (c) => typeOf(unsigned(types, 2 * c, 2, little)))
  const dataTag = (await bytes.at(places[9], 6)).toString('latin1')
  if (dataTag !== '<data>') throw bytes.broken()
  const sets = await section(11, 'value_labels')
  return {
    release,
    little,
    columns,
    rows,
    dataAt: places[9] + 6,
    longTexts: [places[10] + '<strls>'.length, places[11]],
    labelSets: labelSets(sets, 5, 6, widths.name, little, text, bytes),
    weight: surveyWeight(await section(8, 'characteristics'), widths.name, little, text),
    text,
  }
}

interface Dictionary {
  readonly names: Buffer
  readonly formats: Buffer
  readonly sets: Buffer
  readonly labels: Buffer
}

function columnsOf(
  count: number,
  { name, format, label }: Widths,
  { names, formats, sets, labels }: Dictionary,
  text: (bytes: Buffer) => string,
  type: (c: number) => { readonly type: StataType; readonly width: number },
): readonly StataColumn[] {
  const part = (bytes: Buffer, width: number, c: number): string => text(bytes.subarray(c * width, (c + 1) * width))
  return Array.from({ length: count }, (_, c) => ({
    name: part(names, name, c),
    ...type(c),
    format: part(formats, format, c),
    labelSet: part(sets, name, c),
    label: part(labels, label, c),
  }))
}

function typeOf(code: number): { type: StataType; width: number } {
  if (code >= 1 && code <= 2045) return { type: 'text', width: code }
  const type = (
    { 32768: 'strL', 65526: 'double', 65527: 'float', 65528: 'long', 65529: 'int', 65530: 'byte' } as const
  )[code]
  return { type: type ?? 'text', width: type === undefined ? 0 : WIDTHS[type] }
}

async function fixedHeader(bytes: DataBytes, encoding: string | undefined): Promise<StataHeader> {
  const head = await bytes.at(0, Math.min(bytes.size, 109))
  const release = head[0]
  if (release < 113 || release > 115 || head.length < 109 || (head[1] !== 1 && head[1] !== 2)) throw bytes.broken()
  const little = head[1] === 2
  const text = textOf(release, encoding)
  const [count, rows] = [unsigned(head, 4, 2, little), unsigned(head, 6, 4, little)]
  let at = 109
  const next = async (length: number): Promise<Buffer> => {
    const part = await bytes.at(at, length)
    at += length
    return part
  }
  const widths = release === 113 ? { ...OLD, format: 12 } : OLD
  const types = await next(count)
  const names = await next(count * widths.name)
  await next(2 * (count + 1))
  const dictionary = {
    names,
    formats: await next(count * widths.format),
    sets: await next(count * widths.name),
    labels: await next(count * widths.label),
  }
  const columns = columnsOf(count, widths, dictionary, text, (c) => oldType(types[c]))
  let weight: string | null = null
  for (;;) {
    const field = await next(5)
    const length = unsigned(field, 1, 4, little)
    if (field[0] === 0 && length === 0) break
    weight ??= weightIn(await next(length), widths.name, text)
  }
  const width = columns.reduce((sum, column) => sum + column.width, 0)
  const dataAt = at
  if (dataAt + width * rows > bytes.size) throw bytes.broken()
  const sets = await bytes.at(dataAt + width * rows, bytes.size - dataAt - width * rows)
  return {
    release,
    little,
    columns,
    rows,
    dataAt,
    longTexts: null,
    labelSets: labelSets(sets, 0, 0, widths.name, little, text, bytes),
    weight,
    text,
  }
}

function oldType(code: number): { type: StataType; width: number } {
  if (code <= 244) return { type: 'text', width: code }
  const type = ({ 251: 'byte', 252: 'int', 253: 'long', 254: 'float', 255: 'double' } as const)[code]
  return type === undefined ? { type: 'text', width: 0 } : { type, width: WIDTHS[type] }
}

/** Sets of labels one after the other, each between tags of these lengths. */
function labelSets(
  sets: Buffer,
  open: number,
  close: number,
  nameWidth: number,
  little: boolean,
  text: (bytes: Buffer) => string,
  bytes: DataBytes,
): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const found = new Map<string, ReadonlyMap<string, string>>()
  let at = 0
  while (at + open + 4 + nameWidth + 3 + 8 <= sets.length) {
    at += open
    const length = unsigned(sets, at, 4, little)
    const name = text(sets.subarray(at + 4, at + 4 + nameWidth))
    const table = at + 4 + nameWidth + 3
    const [count, texts] = [unsigned(sets, table, 4, little), unsigned(sets, table + 4, 4, little)]
    const textAt = table + 8 + 8 * count
    if (textAt + texts > sets.length || length !== 8 + 8 * count + texts) throw bytes.broken()
    const labels = new Map<string, string>()
    for (let i = 0; i < count; i++) {
      const from = textAt + unsigned(sets, table + 8 + 4 * i, 4, little)
      const value = signed(sets, table + 8 + 4 * (count + i), little)
      labels.set(
        value > MOST_LONG ? extended(value - MOST_LONG - 1) : String(value),
        text(sets.subarray(from, textAt + texts)),
      )
    }
    found.set(name, labels)
    at = textAt + texts + close
  }
  return found
}

/** The largest number of four bytes; those above are missing values, from `.` to `.z`. */
export const MOST_LONG = 2_147_483_620

/** The name of a missing value, from its place: `.`, `.a`, ..., `.z`. */
export function extended(place: number): string {
  return place === 0 ? '.' : `.${String.fromCharCode(96 + place)}`
}

/** What `svyset` keeps: the name of the weight. */
function surveyWeight(
  characteristics: Buffer,
  nameWidth: number,
  little: boolean,
  text: (bytes: Buffer) => string,
): string | null {
  let at = 0
  while (at + 8 <= characteristics.length && characteristics.toString('latin1', at, at + 4) === '<ch>') {
    const length = unsigned(characteristics, at + 4, 4, little)
    const found = weightIn(characteristics.subarray(at + 8, at + 8 + length), nameWidth, text)
    if (found !== null) return found
    at += 8 + length + '</ch>'.length
  }
  return null
}

function weightIn(field: Buffer, nameWidth: number, text: (bytes: Buffer) => string): string | null {
  const [of, what] = [0, 1].map((i) => text(field.subarray(i * nameWidth, (i + 1) * nameWidth)))
  return of === '_dta' && /^(_svy_wvar|_svy_pweight|pweight)$/.test(what) ? text(field.subarray(2 * nameWidth)) : null
}

export function unsigned(bytes: Buffer, at: number, width: number, little: boolean): number {
  if (at + width > bytes.length) return Number.NaN
  if (width === 8) return Number(little ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at))
  return little ? bytes.readUIntLE(at, width) : bytes.readUIntBE(at, width)
}

export function signed(bytes: Buffer, at: number, little: boolean): number {
  return little ? bytes.readInt32LE(at) : bytes.readInt32BE(at)
}
