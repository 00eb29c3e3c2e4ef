/** The records of a Stata file. */
import type { CodedColumn, CodedTable } from './coded-table.ts'
import { momentText, numberOf, shortNumberOf } from './coded-table.ts'
import type { DataBytes } from './data-bytes.ts'
import { extended, MOST_LONG, type StataColumn, type StataHeader, stataHeader, unsigned } from './stata-header.ts'

/** The largest numbers of each type; those above are missing values. */
const MOST = { byte: 100, int: 32_740, long: MOST_LONG }

export async function stataTable(bytes: DataBytes, encoding: string | undefined): Promise<CodedTable> {
  const header = await stataHeader(bytes, encoding)
  const columns = header.columns.map((column): CodedColumn => {
    const labels = header.labelSets.get(column.labelSet) ?? new Map<string, string>()
    const isText = column.type === 'text' || column.type === 'strL'
    return {
      name: column.name,
      label: column.label,
      labels: isText ? new Map() : labels,
      missing: isText ? [] : EXTENDED,
    }
  })
  const rows = async function* (): AsyncGenerator<readonly (readonly (string | null)[])[]> {
    const long = header.columns.some(({ type }) => type === 'strL')
      ? await longTexts(bytes, header)
      : new Map<string, string>()
    const cells = header.columns.map((column) => cellOf(column, header, long))
    const width = header.columns.reduce((sum, column) => sum + column.width, 0)
    for await (const piece of bytes.records(header.dataAt, width, header.rows)) {
      const records: (string | null)[][] = []
      for (let at = 0; at < piece.length; ) {
        const record: (string | null)[] = []
        for (const [c, { width: own }] of header.columns.entries()) {
          record.push(cells[c](piece, at))
          at += own
        }
        records.push(record)
      }
      yield records
    }
  }
  return { columns, weight: header.weight, rows }
}

/** .a to .z; a plain . is no code but nothing. */
const EXTENDED = Array.from({ length: 26 }, (_, i) => extended(i + 1))

type Cell = (bytes: Buffer, at: number) => string | null

function cellOf(column: StataColumn, header: StataHeader, long: ReadonlyMap<string, string>): Cell {
  const { little } = header
  const shown = shownAs(column.format)
  const number = (place: number, value: () => string | undefined): string | null =>
    place < 0 ? (value() ?? null) : place === 0 ? null : extended(Math.min(place, 26))
  const view = (bytes: Buffer): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  switch (column.type) {
    case 'text':
      return (bytes, at) => emptyAsNull(header.text(bytes.subarray(at, at + column.width)))
    case 'strL':
      return (bytes, at) => emptyAsNull(long.get(longKey(bytes, at, header)) ?? '')
    case 'float':
      return (bytes, at) => {
        const raw = view(bytes).getUint32(at, little)
        const place = raw >= 0x7f000000 && raw < 0x80000000 ? (raw - 0x7f000000) >> 11 : -1
        const value = view(bytes).getFloat32(at, little)
        return number(place, () => shown(value) ?? shortNumberOf(value))
      }
    case 'double':
      return (bytes, at) => {
        const high = view(bytes).getUint32(little ? at + 4 : at, little)
        const place = high >= 0x7fe00000 && high < 0x80000000 ? (high - 0x7fe00000) >> 8 : -1
        const value = view(bytes).getFloat64(at, little)
        return number(place, () => shown(value) ?? numberOf(value))
      }
    default: {
      const { type } = column
      const read = { byte: 'getInt8', int: 'getInt16', long: 'getInt32' } as const
      return (bytes, at) => {
        const value = view(bytes)[read[type]](at, little)
        return number(value - MOST[type] - 1, () => shown(value) ?? String(value))
      }
    }
  }
}

const emptyAsNull = (text: string): string | null => (text === '' ? null : text)

/** Days, moments and months since 1960 as dates; undefined for what is a number. */
function shownAs(format: string): (value: number) => string | undefined {
  const kind = /^%-?(t?[dD]|t[cCmqhyw])/.exec(format)?.[1].replace(/^[dD]$/, 'td')
  const epoch = Date.UTC(1960, 0, 1)
  if (kind === 'td' || kind === 'tD') return (value) => momentText(epoch + value * 86_400_000, false)
  if (kind === 'tc' || kind === 'tC') return (value) => momentText(epoch + value, true)
  const period = (of: number, sign: string) => (value: number) => {
    const [year, part] = [1960 + Math.floor(value / of), 1 + (((value % of) + of) % of)]
    return Number.isInteger(value) ? `${year}-${sign}${String(part).padStart(sign === '' ? 2 : 1, '0')}` : undefined
  }
  if (kind === 'tm') return period(12, '')
  if (kind === 'tq') return period(4, 'Q')
  if (kind === 'th') return period(2, 'H')
  return () => undefined
}

/** Where the text of a cell is: two numbers, of widths that differ between releases. */
function longKey(bytes: Buffer, at: number, { release, little }: StataHeader): string {
  const first = release === 117 ? 4 : release === 118 ? 2 : 3
  return `${unsigned(bytes, at, first, little)},${unsigned(bytes, at + first, 8 - first, little)}`
}

async function longTexts(
  bytes: DataBytes,
  { longTexts: range, release, little, text }: StataHeader,
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  if (range === null) return found
  const wideO = release === 117 ? 4 : 8
  const fixed = 3 + 4 + wideO + 1 + 4
  let [at, end] = range
  end = Math.min(end, bytes.size)
  while (at + fixed <= end) {
    const head = await bytes.at(at, fixed)
    if (head.toString('latin1', 0, 3) !== 'GSO') break
    const [v, o] = [unsigned(head, 3, 4, little), unsigned(head, 7, wideO, little)]
    const length = unsigned(head, fixed - 4, 4, little)
    const content = await bytes.at(at + fixed, length)
    found.set(`${v},${o}`, head[7 + wideO] === 130 ? text(content) : '')
    at += fixed + length
  }
  return found
}
