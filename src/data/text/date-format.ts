/**
 * Dates as files write them. Which of the first two numbers is the day can be told only where one of them is above 12, so a
 * column of dates that never is leaves both orders open; with points the day is always first.
 */
import type { DateFormat } from '../../spec/index.ts'
import { literal } from '../sql.ts'

const TIME = String.raw`([ T]\d{1,2}:\d{2}(:\d{2}(\.\d+)?)?)?`
const DAY_OR_MONTH_FIRST = new RegExp(String.raw`^(\d{1,2})([./-])(\d{1,2})\2(\d{4})${TIME}$`)
const YEAR_FIRST = new RegExp(String.raw`^\d{4}([./])\d{1,2}\1\d{1,2}${TIME}$`)

/** What a column of dates tells of its format: the one it has, or the two it may have. */
export type DateEvidence = readonly [DateFormat] | readonly [DateFormat, DateFormat]

/** Undefined unless every value is a date in one format. */
export function dateEvidence(values: readonly string[]): DateEvidence | undefined {
  if (values.length === 0) return undefined
  const yearFirst = values.map((value) => YEAR_FIRST.exec(value)?.[1])
  if (yearFirst[0] !== undefined && yearFirst.every((sign) => sign === yearFirst[0]))
    return [yearFirst[0] === '/' ? 'yyyy/mm/dd' : 'yyyy.mm.dd']
  let [first, second, sign] = [0, 0, '']
  for (const value of values) {
    const match = DAY_OR_MONTH_FIRST.exec(value)
    if (match === null || (sign !== '' && match[2] !== sign)) return undefined
    sign = match[2]
    first = Math.max(first, Number(match[1]))
    second = Math.max(second, Number(match[3]))
  }
  if (first > 31 || second > 31 || (first > 12 && second > 12)) return undefined
  if (sign === '.') return second > 12 ? undefined : ['dd.mm.yyyy']
  const [dayFirst, monthFirst] =
    sign === '/' ? (['dd/mm/yyyy', 'mm/dd/yyyy'] as const) : (['dd-mm-yyyy', 'mm-dd-yyyy'] as const)
  if (first > 12) return [dayFirst]
  return second > 12 ? [monthFirst] : [dayFirst, monthFirst]
}

/** Dates in several formats, or among other texts: the share of each, in percent, the largest first. */
export type DateMixture = readonly { readonly format: string; readonly percent: number }[]

/** Half of the values must be dates for a column to be one of mixed dates. */
const MOSTLY = 1 / 2

/** Undefined for a column of dates in one format, and for one that has hardly any. */
export function dateMixture(values: readonly string[]): DateMixture | undefined {
  if (values.length === 0 || dateEvidence(values) !== undefined) return undefined
  const counts = new Map<string, number>()
  for (const value of values) {
    const format = formatOf(value)
    counts.set(format, (counts.get(format) ?? 0) + 1)
  }
  const dates = values.length - (counts.get(OTHER) ?? 0)
  if (counts.size < 2 || dates < MOSTLY * values.length) return undefined
  const percent = (count: number): number => Number(((100 * count) / values.length).toPrecision(2))
  return [...counts].sort((a, b) => b[1] - a[1]).map(([format, count]) => ({ format, percent: percent(count) }))
}

const OTHER = 'other texts'

/** With the day and the month in either order, they are where both are possible. */
function formatOf(value: string): string {
  if (/^\d{4}-\d{1,2}-\d{1,2}([ T]|$)/.test(value)) return 'yyyy-mm-dd'
  const evidence = dateEvidence([value])
  if (evidence === undefined) return OTHER
  return evidence.length === 1 ? evidence[0] : `${evidence[0]} or ${evidence[1]}`
}

/** The value as an ISO date, with its time of day if it has one, where it is a date in the format; else `otherwise`. */
export function isoDateSql(value: string, format: DateFormat, otherwise: string): string {
  const day = format.replace('dd', '%d').replace('mm', '%m').replace('yyyy', '%Y')
  const pattern = format.replace(/dd|mm/g, String.raw`\d{1,2}`).replace('yyyy', String.raw`\d{4}`)
  const formats = [day, ...['%H:%M', '%H:%M:%S', '%H:%M:%S.%g'].flatMap((time) => [`${day} ${time}`, `${day}T${time}`])]
  const parsed = `try_strptime(${value}, [${formats.map(literal).join(', ')}])`
  const isDay = `length(${value}) <= 10`
  const text = `case when ${isDay} then strftime(${parsed}, '%Y-%m-%d') else strftime(${parsed}, '%Y-%m-%d %H:%M:%S') end`
  const escaped = pattern.replace(/\./g, String.raw`\.`)
  return `case when regexp_full_match(${value}, ${literal(`${escaped}${TIME}`)}) then coalesce(${text}, ${value}) else ${otherwise} end`
}
