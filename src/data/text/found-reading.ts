/**
 * How a text file is written, as its first records tell: what can be set in a spec is what is found here, and what is given is
 * not looked for. Every value is then read by itself in that way.
 */
import { type DateFormat, MISSING_TEXTS, type Reading } from '../../spec/index.ts'
import { type DateEvidence, type DateMixture, dateEvidence, dateMixture } from './date-format.ts'
import { decimalEvidence, hasOpenPoints } from './decimal-sign.ts'
import type { Layout } from './layout.ts'

export interface FoundReading {
  /** Of a text file. */
  readonly encoding: string | null
  readonly delimiter: string | null
  readonly layout: Layout | null
  /** Of a workbook with several. */
  readonly sheet?: string | null
  readonly decimal: '.' | ','
  readonly dates: readonly DateFormat[]
  /** Columns of dates in several formats, or with other texts among them. */
  readonly mixed: ReadonlyMap<string, DateMixture>
  /** Columns whose values can be read in two ways: nothing is made of them until that is said. */
  readonly doubts: ReadonlyMap<string, Doubt>
}

export interface Doubt {
  readonly field: 'source.read.dates' | 'source.read.decimal'
  /** What is open, and what would settle it. */
  readonly words: string
}

interface Looked {
  readonly names: readonly string[]
  readonly records: readonly (readonly string[])[]
  readonly encoding: string | null
  readonly delimiter: string | null
  readonly layout: Layout
}

export function foundReading({ names, records, encoding, delimiter, layout }: Looked, given: Reading): FoundReading {
  const everywhere = given.missing ?? MISSING_TEXTS
  const columns = names.map((name, c) => {
    const isMissing = missingTest([...everywhere, ...(given.missingIn?.[name] ?? [])])
    return records.map((record) => (record[c] ?? '').trim()).filter((value) => !isMissing(value))
  })
  const doubts = new Map<string, Doubt>()
  const dates = foundDates(names, columns, given.dates, doubts)
  const decimal = given.decimal ?? foundDecimal(names, columns, delimiter, doubts)
  if (decimal === ',')
    names.forEach((name, c) => {
      if (hasOpenPoints(columns[c])) doubts.set(name, OPEN_POINTS)
    })
  return { encoding, delimiter, layout, decimal, dates, doubts, mixed: mixedDates(names, columns) }
}

function mixedDates(
  names: readonly string[],
  columns: readonly (readonly string[])[],
): ReadonlyMap<string, DateMixture> {
  return new Map(
    names.flatMap((name, c): [string, DateMixture][] => {
      const found = dateMixture(columns[c])
      return found === undefined ? [] : [[name, found]]
    }),
  )
}

export function missingTest(texts: readonly string[]): (value: string) => boolean {
  const missing = new Set(['', ...texts.map((text) => text.trim().toLowerCase())])
  return (value) => missing.has(value.toLowerCase())
}

/** A column that can be read in two ways is read as the others are that have the same sign between their numbers. */
function foundDates(
  names: readonly string[],
  columns: readonly (readonly string[])[],
  given: readonly DateFormat[] | undefined,
  doubts: Map<string, Doubt>,
): readonly DateFormat[] {
  if (given?.length === 0) return given
  const evidence = columns.map(dateEvidence)
  const sure = new Set(given ?? evidence.flatMap((formats) => (formats?.length === 1 ? formats : [])))
  const isContrary = (format: DateFormat): boolean => {
    const other = otherOrder(format)
    return other !== undefined && sure.has(format) && sure.has(other)
  }
  names.forEach((name, c) => {
    const formats: DateEvidence | undefined = evidence[c]
    if (formats === undefined) return
    const settled = isPair(formats) ? formats.filter((format) => sure.has(format)).length === 1 : true
    const contrary = formats.some(isContrary)
    if (contrary) doubts.set(name, CONTRARY_DATES)
    else if (!settled) doubts.set(name, openDates(formats))
  })
  return given ?? [...sure].filter((format) => !isContrary(format))
}

function isPair(formats: DateEvidence): boolean {
  return formats.length === 2
}

/** The format with day and month the other way round. */
function otherOrder(format: DateFormat): DateFormat | undefined {
  const pairs: Partial<Record<DateFormat, DateFormat>> = {
    'dd/mm/yyyy': 'mm/dd/yyyy',
    'mm/dd/yyyy': 'dd/mm/yyyy',
    'dd-mm-yyyy': 'mm-dd-yyyy',
    'mm-dd-yyyy': 'dd-mm-yyyy',
  }
  return pairs[format]
}

function foundDecimal(
  names: readonly string[],
  columns: readonly (readonly string[])[],
  delimiter: string | null,
  doubts: Map<string, Doubt>,
): '.' | ',' {
  // Between commas a value with one stands in quotation marks, and is as likely a list (1,3) as a number.
  if (delimiter === ',' || delimiter === null) return '.'
  const evidence = columns.map(decimalEvidence)
  if (evidence.includes(',')) return ','
  names.forEach((name, c) => {
    if (evidence[c] === 'open') doubts.set(name, OPEN_COMMAS)
  })
  return '.'
}

function openDates(formats: readonly DateFormat[]): Doubt {
  return {
    field: 'source.read.dates',
    words: `its dates can be read with the day or with the month first. Say which: ${formats.join(' or ')}`,
  }
}

const CONTRARY_DATES: Doubt = {
  field: 'source.read.dates',
  words: 'some columns have dates with the day first, others with the month first. Say which is meant for all of them',
}
const OPEN_COMMAS: Doubt = {
  field: 'source.read.decimal',
  words:
    'the commas in its numbers can stand before decimals or between thousands. Say which sign is before decimals: "," or "."',
}
const OPEN_POINTS: Doubt = {
  field: 'source.read.decimal',
  words:
    'other numbers have decimal commas, so its points can stand between thousands or before decimals. Write these numbers without points, or say "." if they are before decimals',
}
