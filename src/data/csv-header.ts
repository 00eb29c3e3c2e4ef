/**
 * The first line of a CSV file: its column names and its delimiter. Read here rather than guessed from the whole file, so
 * that a damaged line is an error and never a reason to see the file in another way.
 *
 * A file may lack that line. Then its first record stands there, so no message quotes from a line that could be one.
 */
import { badField, badInput } from '../request-error.ts'
import { looksLikeRecord } from './doubtful-header.ts'
import { textStream } from './text/encoding.ts'

export interface CsvHeader {
  readonly delimiter: string
  readonly names: readonly string[]
  /** The line looks like a record. */
  readonly doubtful: boolean
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

/** Reads the header. Throws when it has no end, a column without a name, or one name twice. */
export async function csvHeader(file: TextFile): Promise<CsvHeader> {
  const { delimiter, lines } = await firstRecords(file, 'no line of column names')
  const [names, ...records] = lines
  checkNames(file.name, names)
  return { delimiter, names, doubtful: looksLikeRecord(names, records.slice(0, FIRST_RECORDS)), records }
}

/** The first lines, in fields, and the delimiter of the file. `what` the first line is if it has no end. */
export async function firstRecords(
  { path, name, delimiter: given }: TextFile,
  what: string,
): Promise<{ readonly delimiter: string; readonly lines: readonly (readonly string[])[] }> {
  const text = (await firstBytes(path, name)).replace(/^\uFEFF/, '')
  if (text.slice(0, 1000).includes('\u0000'))
    throw badInput(`${name}: it holds null characters, so it is not UTF-8 text. Save it as UTF-8.`)
  const { lines, open } = firstLines(text, 1 + LOOKED_AT)
  const [line] = lines
  if (line === undefined) {
    const why = open
      ? 'a quotation mark in it is never closed'
      : `it goes on for more than ${MOST_BYTES.toLocaleString('en')} bytes`
    throw badInput(`${name}, line 1: this is ${what}: ${why}.`)
  }
  if (given !== undefined) checkDelimiter(name, given, lines)
  const delimiter = given ?? delimiterOf(line)
  return { delimiter, lines: lines.map((record) => splitLine(record, delimiter)) }
}

/** A delimiter that is nowhere, where another one would give columns, in the first line and in the one below it. */
function checkDelimiter(name: string, given: string, lines: readonly string[]): void {
  const found = delimiterOf(lines[0])
  const divides = (delimiter: string, line: string): boolean => splitLine(line, delimiter).length > 1
  if (divides(given, lines[0]) || !lines.slice(0, 2).every((line) => divides(found, line))) return
  const words = (delimiter: string): string => (delimiter === '\t' ? 'a tab' : `"${delimiter}"`)
  throw badField(
    'source.read.delimiter',
    `the first line of ${name} is one column with ${words(given)} between values, and ${splitLine(lines[0], found).length} columns with ${words(found)}. Write ${found === '\t' ? 'tab' : words(found)}, or leave it out: it is found.`,
  )
}

function delimiterOf(line: string): string {
  const outside = line.replace(/"[^"]*"/g, '')
  const counts = DELIMITERS.map((delimiter) => outside.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))]
}

/** DuckDB does not tell Sex from sex. */
function checkNames(path: string, names: readonly string[]): void {
  const places = new Map<string, number>()
  names.forEach((name, i) => {
    if (name.trim() === '') throw badInput(`${path}, line 1: column ${i + 1} has no name. ${ONE_EACH}`)
    const first = places.get(name.toLowerCase())
    if (first !== undefined)
      throw badInput(`${path}, line 1: columns ${first + 1} and ${i + 1} have the same name. ${ONE_EACH}`)
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

/** Up to `most` lines, split at line ends outside quotes. `open`: the text ends within quotes. */
function firstLines(text: string, most: number): { readonly lines: readonly string[]; readonly open: boolean } {
  const lines: string[] = []
  let quoted = false
  let from = 0
  for (let i = 0; i < text.length && lines.length < most; i++) {
    if (text[i] === '"') quoted = !quoted
    else if (!quoted && (text[i] === '\n' || text[i] === '\r')) {
      if (i > from || lines.length === 0) lines.push(text.slice(from, i))
      from = i + 1
    }
  }
  const whole = !quoted && text.length <= MOST_BYTES
  if (whole && lines.length < most && from < text.length) lines.push(text.slice(from))
  return { lines, open: quoted }
}

function splitLine(line: string, delimiter: string): readonly string[] {
  const names: string[] = []
  let quoted = false
  let from = 0
  for (let i = 0; i <= line.length; i++) {
    if (line[i] === '"') quoted = !quoted
    if (i < line.length && (quoted || line[i] !== delimiter)) continue
    const name = line.slice(from, i)
    names.push(/^".*"$/s.test(name) ? name.slice(1, -1).replaceAll('""', '"') : name)
    from = i + 1
  }
  return names
}
