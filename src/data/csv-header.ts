/**
 * The first lines of a CSV file: its column names and its delimiter. Read here rather than guessed from the whole file, so
 * that a damaged line is an error and never a reason to see the file in another way.
 *
 * A file may lack that line. Then its first record stands there, so no message quotes from a line that could be one.
 */

import { open } from 'node:fs/promises'
import { badField, badInput } from '../request-error.ts'
import type { Reading } from '../spec/index.ts'
import { textStream } from './text/encoding.ts'
import { foundLayout, type Layout } from './text/layout.ts'
import { isBlank, splitLine, type TextRecord } from './text/records.ts'

/** How a CSV file is written, and where its table stands. */
export interface CsvHeader {
  readonly delimiter: string
  readonly layout: Layout
  /** The first records, as they are written. */
  readonly records: readonly (readonly string[])[]
}

/** A text file in UTF-8, what to call it in messages, and its delimiter where that is given. */
export interface TextFile {
  readonly path: string
  readonly name: string
  readonly delimiter?: string | undefined
}

const DELIMITERS = ['\t', ';', '|', ','] // a tie goes to the rarer one
/** No header is longer. */
const MOST_BYTES = 1 << 20
/** Records that are looked at to tell a header from a record, and how numbers and dates are written. */
const LOOKED_AT = 20_000
const FIRST_RECORDS = 50

const ONE_EACH = 'Every column needs a name of its own; if this line is a record, put a line of column names above it.'

/** Finds the header. Throws when it has no end, a column without a name, or one name twice. */
export async function csvHeader(file: TextFile, given: Reading): Promise<CsvHeader> {
  const { delimiter, lines, whole } = await firstRecords(file, 'no line of column names')
  const last = whole || given.totalLines !== undefined ? lines : await lastRecords(file.path, delimiter)
  const layout = foundLayout({ first: lines, last }, given)
  if (layout.headerLine === 0 && given.headerLine !== 0)
    throw badInput(`${file.name}: it has no line of column names. ${ONE_EACH}`)
  checkNames(file.name, layout)
  const isRecord = (record: TextRecord): boolean => record.line > layout.headerLine && !isBlank(record)
  const records = lines.filter(isRecord).slice(layout.unitLines)
  const kept = whole ? records.slice(0, records.length - layout.totalLines) : records
  return { delimiter, layout, records: kept.map(({ fields }) => fields) }
}

/** The first lines, in fields, and the delimiter of the file. `what` the first line is if it has no end. */
export async function firstRecords(
  { path, name, delimiter: given }: TextFile,
  what: string,
): Promise<{ readonly delimiter: string; readonly lines: readonly TextRecord[]; readonly whole: boolean }> {
  const text = (await firstBytes(path, name)).replace(/^\uFEFF/, '')
  if (text.slice(0, 1000).includes('\u0000'))
    throw badInput(`${name}: it holds null characters, so it is not UTF-8 text. Save it as UTF-8.`)
  const { lines, open, whole } = firstLines(text, 1 + LOOKED_AT)
  const first = lines.find(({ text: line }) => line.trim() !== '')
  if (first === undefined) {
    const why = open
      ? 'a quotation mark in it is never closed'
      : text.trim() === ''
        ? 'it is blank'
        : `it goes on for more than ${MOST_BYTES.toLocaleString('en')} bytes`
    throw badInput(`${name}, line 1: this is ${what}: ${why}.`)
  }
  const texts = lines.flatMap(({ text: line }) => (line.trim() === '' ? [] : [line]))
  if (given !== undefined) checkDelimiter(name, given, texts)
  const delimiter = given ?? delimiterOf(texts)
  return {
    delimiter,
    lines: lines.map(({ line, text: record }) => ({ line, fields: splitLine(record, delimiter) })),
    whole,
  }
}

/** A delimiter that is nowhere, where another one would give columns, in the first line and in the one below it. */
function checkDelimiter(name: string, given: string, lines: readonly string[]): void {
  const found = delimiterOf(lines.slice(0, 1))
  const divides = (delimiter: string, line: string): boolean => splitLine(line, delimiter).length > 1
  if (divides(given, lines[0]) || !lines.slice(0, 2).every((line) => divides(found, line))) return
  const words = (delimiter: string): string => (delimiter === '\t' ? 'a tab' : `"${delimiter}"`)
  throw badField(
    'source.read.delimiter',
    `the first line of ${name} is one column with ${words(given)} between values, and ${splitLine(lines[0], found).length} columns with ${words(found)}. Write ${found === '\t' ? 'tab' : words(found)}, or leave it out: it is found.`,
  )
}

/** The one that divides the first line into most columns, unless another divides most other lines into more, and this one not at all: it is a title. */
function delimiterOf(lines: readonly string[]): string {
  const [first, ...others] = lines.slice(0, 1 + TITLES)
  const found = mostOf((delimiter) => parts(first, delimiter))
  if (others.length < 3) return found
  const widths = DELIMITERS.map((delimiter) => usualParts(others, delimiter))
  const most = Math.max(...widths)
  const other = DELIMITERS[widths.indexOf(most)]
  return parts(first, other) === 1 && most > parts(first, found) ? other : found
}

/** Lines below the first that tell whether it is one of the table. */
const TITLES = 30

const parts = (line: string, delimiter: string): number => line.replace(/"[^"]*"/g, '').split(delimiter).length

/** Into how many parts it divides half of the lines, all of them alike; else 1. */
function usualParts(lines: readonly string[], delimiter: string): number {
  const counts = lines.map((line) => parts(line, delimiter)).sort((a, b) => a - b)
  const middle = counts[counts.length >> 1]
  return 2 * counts.filter((count) => count === middle).length >= counts.length ? middle : 1
}

/** A tie goes to the rarer one. */
function mostOf(count: (delimiter: string) => number): string {
  const counts = DELIMITERS.map(count)
  return DELIMITERS[counts.indexOf(Math.max(...counts))]
}

/** DuckDB does not tell Sex from sex. */
function checkNames(path: string, { names, headerLine }: Layout): void {
  const where = headerLine > 1 ? `${path}, line ${headerLine}` : `${path}, line 1`
  const places = new Map<string, number>()
  names.forEach((name, i) => {
    if (name.trim() === '') throw badInput(`${where}: column ${i + 1} has no name. ${ONE_EACH}`)
    const first = places.get(name.toLowerCase())
    if (first !== undefined)
      throw badInput(`${where}: columns ${first + 1} and ${i + 1} have the same name. ${ONE_EACH}`)
    places.set(name.toLowerCase(), i)
  })
}

async function firstBytes(path: string, name: string): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  try {
    for await (const piece of textStream(path)) {
      pieces.push(piece as Buffer)
      size += (piece as Buffer).length
      if (size > MOST_BYTES) break
    }
  } catch {
    throw badInput(`${name}: it is not a complete gzip file.`)
  }
  return Buffer.concat(pieces).toString('utf8')
}

interface FirstLines {
  readonly lines: readonly { readonly line: number; readonly text: string }[]
  /** The text ends within quotes. */
  readonly open: boolean
  /** These are all lines of the file. */
  readonly whole: boolean
}

/** Up to `most` lines, split at line ends outside quotes. */
function firstLines(text: string, most: number): FirstLines {
  const lines: { line: number; text: string }[] = []
  let [quoted, from, line, at] = [false, 0, 1, 1]
  for (let i = 0; i < text.length && lines.length < most; i++) {
    const isEnd = text[i] === '\n' || text[i] === '\r'
    if (text[i] === '\r' && text[i + 1] === '\n') continue
    if (isEnd) at++
    if (text[i] === '"') quoted = !quoted
    else if (!quoted && isEnd) {
      lines.push({ line, text: text.slice(from, i).replace(/\r$/, '') })
      from = i + 1
      line = at
    }
  }
  const isAll = !quoted && text.length <= MOST_BYTES
  if (isAll && lines.length < most && from < text.length) lines.push({ line, text: text.slice(from) })
  return { lines, open: quoted, whole: isAll && lines.length < most }
}

/** Bytes at the end of a file that are looked at for totals. */
const LAST_BYTES = 1 << 16

/** The last records, from a line end on; their lines are not known. */
async function lastRecords(path: string, delimiter: string): Promise<readonly TextRecord[]> {
  const text = (await lastBytes(path)).toString('utf8')
  const lines = text.slice(text.indexOf('\n') + 1).split(/\r?\n|\r/)
  return lines.slice(-FIRST_RECORDS).map((line) => ({ line: 0, fields: splitLine(line, delimiter) }))
}

async function lastBytes(path: string): Promise<Buffer> {
  if (!/\.gz$/i.test(path)) {
    const file = await open(path)
    try {
      const { size } = await file.stat()
      const length = Math.min(LAST_BYTES, size)
      const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length)
      return buffer
    } finally {
      await file.close()
    }
  }
  let last: Buffer = Buffer.alloc(0)
  for await (const piece of textStream(path)) last = Buffer.concat([last, piece as Buffer]).subarray(-LAST_BYTES)
  return last
}
