/** Files of Stata (118) and SPSS, byte by byte. */
import { deflateSync } from 'node:zlib'

const u = (value: number, width: number): Buffer => {
  const bytes = Buffer.alloc(width)
  if (width === 8) bytes.writeBigUInt64LE(BigInt(value))
  else bytes.writeUIntLE(value, 0, width)
  return bytes
}
const i32 = (...values: readonly number[]): Buffer =>
  Buffer.concat(values.map((value) => Buffer.from(Int32Array.of(value).buffer)))
const f64 = (value: number): Buffer => Buffer.from(Float64Array.of(value).buffer)
const padded = (text: string, width: number, sign = 0): Buffer => {
  const bytes = Buffer.alloc(width, sign)
  bytes.write(text)
  return bytes
}

/** A text of so many bytes, or a double; `.a` and the like are missing values. */
export interface StataVariable {
  readonly name: string
  readonly width?: number
  readonly format?: string
  readonly labels?: Readonly<Record<string, number>>
}

export function stataFile(
  variables: readonly StataVariable[],
  rows: readonly (readonly (string | number)[])[],
  weight?: string,
): Buffer {
  const parts: Buffer[] = []
  const places: number[] = [0]
  let at = 0
  const add = (...pieces: readonly (Buffer | string)[]): void => {
    for (const piece of pieces) {
      const bytes = Buffer.from(piece as string)
      parts.push(bytes)
      at += bytes.length
    }
  }
  const section = (tag: string, content: Buffer): void => {
    places.push(at)
    add(`<${tag}>`, content, `</${tag}>`)
  }
  const all = (width: number, text: (variable: StataVariable) => string): Buffer =>
    Buffer.concat(variables.map((variable) => padded(text(variable), width)))
  add(
    '<stata_dta><header><release>118</release><byteorder>LSF</byteorder><K>',
    u(variables.length, 2),
    '</K><N>',
    u(rows.length, 8),
    '</N>',
  )
  add('<label>', u(0, 2), '</label><timestamp>', u(0, 1), '</timestamp></header>')
  const mapAt = parts.length
  section('map', Buffer.alloc(14 * 8))
  section('variable_types', Buffer.concat(variables.map(({ width }) => u(width ?? 65526, 2))))
  section(
    'varnames',
    all(129, ({ name }) => name),
  )
  section('sortlist', Buffer.alloc(2 * (variables.length + 1)))
  section(
    'formats',
    all(57, ({ format }) => format ?? '%9.0g'),
  )
  section(
    'value_label_names',
    all(129, ({ name, labels }) => (labels === undefined ? '' : name)),
  )
  section(
    'variable_labels',
    all(321, ({ name }) => `About ${name}`),
  )
  const note = Buffer.concat([padded('_dta', 129), padded('_svy_wvar', 129), Buffer.from(`${weight}\0`)])
  section(
    'characteristics',
    weight === undefined
      ? Buffer.alloc(0)
      : Buffer.concat([Buffer.from('<ch>'), u(note.length, 4), note, Buffer.from('</ch>')]),
  )
  const cell = (value: string | number, { width }: StataVariable): Buffer => {
    if (width !== undefined) return padded(String(value), width)
    if (typeof value === 'number') return f64(value)
    return u(0x7fe0000000000000 + (value === '.' ? 0 : (value.charCodeAt(1) - 96) * 2 ** 40), 8)
  }
  section('data', Buffer.concat(rows.flatMap((row) => row.map((value, c) => cell(value, variables[c])))))
  section('strls', Buffer.alloc(0))
  section(
    'value_labels',
    Buffer.concat(variables.flatMap(({ name, labels }) => (labels === undefined ? [] : [labelSet(name, labels)]))),
  )
  places.push(at)
  add('</stata_dta>')
  places.push(at)
  parts[mapAt + 1] = Buffer.concat(places.map((place) => u(place, 8)))
  return Buffer.concat(parts)
}

function labelSet(name: string, labels: Readonly<Record<string, number>>): Buffer {
  const texts = Object.keys(labels).map((text) => Buffer.from(`${text}\0`))
  const offsets = texts.map((_, i) => texts.slice(0, i).reduce((sum, { length }) => sum + length, 0))
  const text = Buffer.concat(texts)
  const table = Buffer.concat([i32(texts.length, text.length), i32(...offsets), i32(...Object.values(labels)), text])
  return Buffer.concat([
    Buffer.from('<lbl>'),
    u(table.length, 4),
    padded(name, 129),
    Buffer.alloc(3),
    table,
    Buffer.from('</lbl>'),
  ])
}

export interface SpssVariableOf {
  readonly name: string
  /** Of a text, at most 8. */
  readonly width?: number
  readonly format?: number
  readonly labels?: Readonly<Record<string, number>>
  readonly missing?: readonly number[]
  readonly range?: readonly [number, number]
}

/** `compression`: 0 none, 1 by codes, 2 by codes in packed blocks. */
export function spssFile(
  variables: readonly SpssVariableOf[],
  rows: readonly (readonly (string | number | null)[])[],
  {
    compression = 1,
    weight = 0,
    encoding = 'UTF-8',
  }: { compression?: 0 | 1 | 2; weight?: number; encoding?: string } = {},
): Buffer {
  const head = Buffer.concat([
    Buffer.from(compression === 2 ? '$FL3' : '$FL2'),
    padded('test', 60, 32),
    i32(2, variables.length, compression, weight, rows.length),
    f64(100),
    padded('', 84, 32),
    Buffer.alloc(3),
  ]).subarray(0, 176)
  const records = variables.map(({ width = 0, format = 5, missing = [], range }, v) => {
    const values = [...(range ?? []), ...missing]
    const count = range === undefined ? missing.length : -values.length
    const label = padded(`About ${variables[v].name}`, 28, 32)
    return Buffer.concat([
      i32(2, width, 1, count, (format << 16) + (8 << 8), 0),
      padded(`V${v}`, 8, 32),
      i32(28),
      label,
      ...values.map(f64),
    ])
  })
  const labels = variables.flatMap(({ labels: own }, v) => {
    if (own === undefined) return []
    const entries = Object.entries(own).map(([text, value]) => {
      const bytes = Buffer.from(text)
      return Buffer.concat([
        f64(value),
        u(bytes.length, 1),
        padded(text, 8 * Math.ceil((bytes.length + 1) / 8) - 1, 32),
      ])
    })
    return [Buffer.concat([i32(3, entries.length), ...entries, i32(4, 1, v + 1)])]
  })
  const extension = (subtype: number, text: string): Buffer =>
    Buffer.concat([i32(7, subtype, 1, Buffer.byteLength(text)), Buffer.from(text)])
  const names = variables.map(({ name }, v) => `V${v}=${name}`).join('\t')
  const dictionary = Buffer.concat([
    head,
    ...records,
    ...labels,
    extension(13, names),
    extension(20, encoding),
    i32(999, 0),
  ])
  const cells = rows.flat().map((value, at) => {
    if (value === null) return f64(-Number.MAX_VALUE)
    return typeof value === 'number'
      ? f64(value)
      : padded(value, 8 * Math.ceil((variables[at % variables.length].width ?? 8) / 8), 32)
  })
  if (compression === 0) return Buffer.concat([dictionary, ...cells])
  const coded = codes(rows.flat(), cells)
  return compression === 1
    ? Buffer.concat([dictionary, coded])
    : Buffer.concat([dictionary, packed(coded, dictionary.length)])
}

/** Small whole numbers as their code, missing ones as 255, all else as it is; 252 at the end. */
function codes(values: readonly (string | number | null)[], cells: readonly Buffer[]): Buffer {
  const all = values.map((value) =>
    value === null
      ? 255
      : typeof value === 'number' && Number.isInteger(value) && value > -90 && value < 150
        ? value + 100
        : 253,
  )
  all.push(252)
  while (all.length % 8 !== 0) all.push(0)
  const out: Buffer[] = []
  for (let at = 0; at < all.length; at += 8) {
    out.push(Buffer.from(all.slice(at, at + 8)))
    for (let k = at; k < at + 8; k++) if (all[k] === 253) out.push(cells[k])
  }
  return Buffer.concat(out)
}

function packed(coded: Buffer, at: number): Buffer {
  const half = Math.ceil(coded.length / 2)
  const blocks = [coded.subarray(0, half), coded.subarray(half)].map((block) => ({
    plain: block.length,
    block: deflateSync(block),
  }))
  const trailerAt = at + 24 + blocks[0].block.length + blocks[1].block.length
  let place = at + 24
  const entries = blocks.map(({ plain, block }) => {
    const entry = Buffer.concat([u(at, 8), u(place, 8), i32(plain, block.length)])
    place += block.length
    return entry
  })
  return Buffer.concat([
    u(at, 8),
    u(trailerAt, 8),
    u(24 + 48, 8),
    ...blocks.map(({ block }) => block),
    Buffer.alloc(16),
    i32(half, 2),
    ...entries,
  ])
}
