/** The records of an SPSS file. */
import { type CodedColumn, type CodedTable, momentText } from './coded-table.ts'
import type { DataBytes } from './data-bytes.ts'
import { spssCases } from './spss-cases.ts'
import { doubleOf, numberText, type SpssDictionary, type SpssVariable, spssDictionary } from './spss-dictionary.ts'

export async function spssTable(bytes: DataBytes, encoding: string | undefined): Promise<CodedTable> {
  const dictionary = await spssDictionary(bytes, encoding)
  const { variables, weight, slots } = dictionary
  const columns = variables.map((variable) => columnOf(variable, dictionary))
  const cells = variables.map((variable) => cellOf(variable, dictionary))
  const rows = async function* (): AsyncGenerator<readonly (readonly (string | null)[])[]> {
    for await (const cases of spssCases(bytes, dictionary)) {
      const records: (string | null)[][] = []
      for (let at = 0; at < cases.length; at += 8 * slots) records.push(cells.map((cell) => cell(cases, at)))
      yield records
    }
  }
  return { columns, weight, rows }
}

function columnOf(variable: SpssVariable, { code }: SpssDictionary): CodedColumn {
  const { name, label, labels, missing, width } = variable
  const values = missing.values.map((value) => code(value, width))
  const inRange = [...labels.keys()].filter((key) => width === 0 && isWithin(Number(key), missing.range))
  return { name, label, labels, missing: [...new Set([...values, ...inRange])] }
}

const isWithin = (value: number, range: readonly [number, number] | null): boolean =>
  range !== null && value >= range[0] && value <= range[1]

/** Ways of writing that make a number of seconds a date, a moment or a time, and one with zeros in front a code. */
const DATES = new Set([20, 23, 24, 28, 29, 30, 38, 39])
const MOMENTS = new Set([22, 41])
const TIME = 21
const ZEROS = 16

/** From this day seconds are counted: the first of the calendar of today. */
const EPOCH = Date.UTC(1582, 9, 14)

type Cell = (cases: Buffer, at: number) => string | null

function cellOf(variable: SpssVariable, dictionary: SpssDictionary): Cell {
  const { slot, width } = variable
  if (width > 0) return (cases, at) => textOf(variable, dictionary, cases, at) || null
  const { missing, labels } = variable
  return (cases, at) => {
    const value = doubleOf(cases, at + 8 * slot, dictionary.little)
    if (!Number.isFinite(value) || value <= -Number.MAX_VALUE) return null
    const code = numberText(value)
    // Of a range of missing values those that are named are kept, so that the first look can show them.
    if (isWithin(value, missing.range) && !labels.has(code)) return null
    return shown(value, variable) ?? code
  }
}

function shown(value: number, { format, formatWidth }: SpssVariable): string | undefined {
  if (DATES.has(format)) return momentText(EPOCH + 1000 * value, false)
  if (MOMENTS.has(format)) return momentText(EPOCH + 1000 * value, true)
  if (format === TIME && value >= 0 && value < 86_400) return momentText(1000 * value, true)?.slice(11)
  return format === ZEROS && Number.isInteger(value) && value >= 0
    ? String(value).padStart(formatWidth, '0')
    : undefined
}

/** All pieces of a text: each but the last has 255 bytes of it. */
function textOf(variable: SpssVariable, { text }: SpssDictionary, cases: Buffer, at: number): string {
  const { slot, width, parts, whole } = variable
  if (parts.length === 0) return text(cases.subarray(at + 8 * slot, at + 8 * slot + width))
  const pieces = [variable, ...parts].map((part) =>
    cases.subarray(at + 8 * part.slot, at + 8 * part.slot + Math.min(255, 8 * part.slots)),
  )
  return text(Buffer.concat(pieces).subarray(0, whole))
}
