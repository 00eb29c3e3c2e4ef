/**
 * The sign before decimals. `1,5` can only have a decimal comma and `1,234.5` only a point; `1,234` can be read in both ways,
 * and a column that has nothing else leaves it open. Blanks and apostrophes between groups of three mean nothing: `1 234,56`, `1'234.50`.
 */
import { literal } from '../sql.ts'

export type DecimalSign = '.' | ','

/** Signs that stand between thousands and nowhere else in a number: blanks, also narrow ones that do not break, and apostrophes. */
const GAP = " \u00a0\u2009\u202f'’"
const GROUPED = String.raw`[1-9]\d{0,2}([${GAP}]\d{3})+`

const WITH_COMMA = new RegExp(String.raw`^[+-]?(\d+|\d{1,3}(\.\d{3})+|${GROUPED})(,\d+)?$`)
const PLAIN = /^[+-]?\d*\.?\d+(e[+-]?\d+)?$/i
const GAPS_AND_POINT = new RegExp(String.raw`^[+-]?${GROUPED}(\.\d+)?$`)
/** One to three digits, then three: a group of thousands, or decimals. */
const EITHER_COMMA = /^[+-]?[1-9]\d{0,2},\d{3}$/
const EITHER_POINT = /^[+-]?[1-9]\d{0,2}\.\d{3}$/

const isNumber = (value: string): boolean => WITH_COMMA.test(value) || PLAIN.test(value) || GAPS_AND_POINT.test(value)

/** Whether a text is a number in any way of writing. */
export const isNumberText = (value: string): boolean => isNumber(value) || /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(value)

/** What a column of numbers tells: the sign, `open` where both are possible, undefined where it tells nothing. */
export function decimalEvidence(values: readonly string[]): DecimalSign | 'open' | undefined {
  const numbers = values.every(isNumber)
  const commas = values.filter((value) => value.includes(','))
  if (!numbers || commas.length === 0) return undefined
  return commas.every((value) => EITHER_COMMA.test(value)) ? 'open' : ','
}

/** Whether numbers of a file with a decimal comma have points that may stand between thousands, or before decimals. */
export function hasOpenPoints(values: readonly string[]): boolean {
  return values.some((value) => EITHER_POINT.test(value)) && values.every(isNumber)
}

/** A number with a decimal comma as one with a point. */
export function decimalPointSql(value: string): string {
  const whole = String.raw`[+-]?(\d+|\d{1,3}(\.\d{3})+),\d+`
  const thousands = String.raw`[+-]?\d{1,3}(\.\d{3}){2,}`
  return (
    `case when regexp_full_match(${value}, ${literal(whole)}) then replace(replace(${value}, '.', ''), ',', '.') ` +
    `when regexp_full_match(${value}, ${literal(thousands)}) then replace(${value}, '.', '') ` +
    `when ${grouped(value, ',')} then replace(${withoutGaps(value)}, ',', '.') else ${value} end`
  )
}

/** A number with blanks or apostrophes between thousands as one without. */
export function closedUpSql(value: string): string {
  return `case when ${grouped(value, '.')} then ${withoutGaps(value)} else ${value} end`
}

const grouped = (value: string, sign: DecimalSign): string =>
  `regexp_full_match(${value}, ${literal(String.raw`[+-]?${GROUPED}([${sign}]\d+)?`)})`

const withoutGaps = (value: string): string => `regexp_replace(${value}, ${literal(`[${GAP}]`)}, '', 'g')`
