/**
 * Where the table stands in a file: offices put titles above the column names, units below them, totals and notes below the records, and
 * a separator at the end of every line. What is given is not looked for. A file without any of it is read as it is.
 */
import { MISSING_TEXTS, type Reading } from '../../spec/index.ts'
import { looksLikeRecord } from '../doubtful-header.ts'
import { isNumberText } from './decimal-sign.ts'
import { isBlank, type TextRecord } from './records.ts'
import { isNoteText, isTotalText } from './total-words.ts'

export interface Layout {
  /** The line of column names, from 1; 0 where there is none. */
  readonly headerLine: number
  /** Lines below it that are no records. */
  readonly unitLines: number
  /** Lines at the end that are no records. */
  readonly totalLines: number
  readonly names: readonly string[]
  /** Names that stand twice in the file, as they are called here. */
  readonly renamed: readonly string[]
  /** Columns at the end without a name and without a value. */
  readonly emptyColumns: number
  /** The line of names may be a record. */
  readonly doubtful: boolean
  /** The records are not all lines below the first. */
  readonly isPlain: boolean
}

export interface LaidOut {
  /** The first records of the file, blank lines among them. */
  readonly first: readonly TextRecord[]
  /** The last ones, which may be among the first. */
  readonly last: readonly TextRecord[]
}

/** Records that are looked at for the width of the table. */
const LOOKED_AT = 200
/** No title is longer. */
const MOST_TITLES = 30

export function foundLayout({ first, last }: LaidOut, given: Reading): Layout {
  const lines = first.filter((record) => !isBlank(record))
  const header = headerOf(lines, given)
  const below = lines.slice(header === undefined ? 0 : lines.indexOf(header) + 1)
  const width = usualWidth(below.slice(0, LOOKED_AT)) || (header?.fields.length ?? 0)
  const emptyColumns = emptyAtEnd(header, below, given)
  const written = (header?.fields ?? Array.from({ length: width }, () => '')).slice(
    0,
    Math.max(header?.fields.length ?? width, 0) -
      (header === undefined ? emptyColumns : namelessAtEnd(header, emptyColumns)),
  )
  const unitLines = given.unitLines ?? (header !== undefined && isUnits(below) ? 1 : 0)
  const totalLines = given.totalLines ?? (header === undefined ? 0 : totalsAtEnd(last, header, width))
  const doubtful =
    given.names === undefined &&
    header !== undefined &&
    looksLikeRecord(
      written,
      below.slice(unitLines, 50).map(({ fields }) => fields),
    )
  const { names, renamed } = namesOf(written, given, header !== undefined && !doubtful && below.length > 0)
  const isFirst = header?.line === 1
  return {
    headerLine: header?.line ?? 0,
    unitLines,
    totalLines,
    names,
    renamed,
    emptyColumns,
    doubtful,
    isPlain: isFirst && unitLines === 0 && totalLines === 0 && emptyColumns === 0,
  }
}

/** The line of names: the one given, or the first with a name for every column that has values, below lines that are no table. */
function headerOf(lines: readonly TextRecord[], { headerLine, names }: Reading): TextRecord | undefined {
  if (headerLine === 0) return undefined
  if (headerLine !== undefined) return lines.find(({ line }) => line >= headerLine)
  if (names !== undefined) return lines[0]
  const found = lines
    .slice(0, MOST_TITLES)
    .findIndex((record, i) => isHeader(record, lines.slice(i + 1, i + 1 + LOOKED_AT)))
  if (found <= 0 || !lines.slice(0, found).every((record) => isTitle(record, lines[found]))) return lines[0]
  const below = lines.slice(found + 1, found + 51).map(({ fields }) => fields)
  return looksLikeRecord(trimmedEnd(lines[found].fields), below) ? lines[0] : lines[found]
}

function isHeader({ fields }: TextRecord, below: readonly TextRecord[]): boolean {
  const width = usualWidth(below)
  if (width < 2 || filled(fields) < 2) return false
  const usual = below.filter((record) => record.fields.length === width)
  for (let c = 0; c < width; c++) {
    const isFilled = (fields[c] ?? '').trim() !== ''
    if (!isFilled && usual.some((record) => record.fields[c].trim() !== '')) return false
  }
  return true
}

/** Fewer fields than the table, or hardly one of them filled in. */
function isTitle({ fields }: TextRecord, header: TextRecord): boolean {
  const columns = filled(header.fields)
  return trimmedEnd(fields).length < columns && filled(fields) <= Math.max(1, columns / 2)
}

const filled = (fields: readonly string[]): number => fields.filter((field) => field.trim() !== '').length

function trimmedEnd(fields: readonly string[]): readonly string[] {
  return fields.slice(0, 1 + fields.findLastIndex((field) => field.trim() !== ''))
}

/** The number of fields that most records have; the larger of two. */
function usualWidth(records: readonly TextRecord[]): number {
  const counts = new Map<number, number>()
  for (const { fields } of records) counts.set(fields.length, (counts.get(fields.length) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 0
}

/** Columns at the end in which nothing stands, neither a name nor a value; with names for them they are columns. */
function emptyAtEnd(header: TextRecord | undefined, below: readonly TextRecord[], { names }: Reading): number {
  const width = Math.max(usualWidth(below.slice(0, LOOKED_AT)), header?.fields.length ?? 0)
  const used = Math.max(
    trimmedEnd(header?.fields ?? []).length,
    ...below.filter(({ fields }) => fields.length <= width).map(({ fields }) => trimmedEnd(fields).length),
    names?.length ?? 0,
  )
  return below.length === 0 ? 0 : width - Math.min(used, width)
}

/** How many of the empty columns the line of names has too. */
function namelessAtEnd({ fields }: TextRecord, emptyColumns: number): number {
  return Math.min(emptyColumns, fields.length - trimmedEnd(fields).length)
}

/** Below names of numbers stand texts, and nothing or something in brackets below the others. */
function isUnits([units, ...records]: readonly TextRecord[]): boolean {
  if (units === undefined || records.length < 3) return false
  const looked = records.slice(0, LOOKED_AT)
  let below = 0
  for (const [c, field] of units.fields.entries()) {
    const cell = field.trim()
    const values = looked.map(({ fields }) => (fields[c] ?? '').trim()).filter((value) => !isMissing(value))
    const numbers = values.filter(isNumberText).length
    const isOfNumbers = values.length >= 3 && numbers >= 0.9 * values.length
    if (isOfNumbers && isMissing(cell) && cell !== '') return false
    if (isOfNumbers && cell !== '' && isNumberText(cell)) return false
    if (isOfNumbers && cell !== '') below++
    if (!isOfNumbers && cell !== '' && !/^[([].*[)\]]$/.test(cell)) return false
  }
  return below > 0
}

const MISSING = new Set(['', ...MISSING_TEXTS.map((text) => text.toLowerCase())])
const isMissing = (text: string): boolean => MISSING.has(text.toLowerCase())

/** Lines at the end that add up or explain what stands above. */
function totalsAtEnd(last: readonly TextRecord[], header: TextRecord, width: number): number {
  if (width < 2) return 0
  const lines = last.filter((record) => record.line > header.line || record.line === 0)
  let [count, checked] = [0, 0]
  for (let i = lines.length - 1; i >= 0; i--) {
    if (isBlank(lines[i])) continue
    checked++
    const { fields } = lines[i]
    const texts = fields.map((field) => field.trim()).filter((text) => text !== '')
    const isAlone = texts.length === 1
    if (!isTotalText(texts[0]) && !(isAlone && (isNoteText(texts[0]) || isSentence(texts[0], fields.length, width))))
      break
    if (isTotalText(texts[0]) && fields.slice(0, 2).every((field) => !isTotalText(field.trim()))) break
    count = checked
  }
  return count
}

/** Words that stand in no column: the line has no other field. */
const isSentence = (text: string, fields: number, width: number): boolean =>
  fields === 1 && width >= 3 && text.split(/\s+/).length >= 4

/** A name that stands twice gets its number; so does a first column that has none, which programs write for the line. */
function namesOf(
  written: readonly string[],
  { names }: Reading,
  mayChange: boolean,
): { readonly names: readonly string[]; readonly renamed: readonly string[] } {
  if (names !== undefined) return { names, renamed: [] }
  const isNone = written.every((name) => name === '')
  if (isNone) return { names: written.map((_, i) => `column ${i + 1}`), renamed: [] }
  if (!mayChange) return { names: written, renamed: [] }
  const taken = new Set(written.map((name) => name.toLowerCase()))
  const seen = new Set<string>()
  const renamed: string[] = []
  const changed = written.map((name, i) => {
    const isFirst = !seen.has(name.toLowerCase())
    seen.add(name.toLowerCase())
    if (isFirst && !(i === 0 && name.trim() === '')) return name
    if (name.trim() === '' && i > 0) return name
    const own = name.trim() === '' ? `column ${i + 1}` : freeName(name, taken)
    taken.add(own.toLowerCase())
    renamed.push(own)
    return own
  })
  return { names: changed, renamed }
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let i = 2; ; i++) if (!taken.has(`${name} (${i})`.toLowerCase())) return `${name} (${i})`
}
