/**
 * The sign before decimals. `1,5` can only have a decimal comma and `1,234.5` only a point; `1,234` can be read in both ways,
 * and a column that has nothing else leaves it open.
 */
import { literal } from '../sql.ts'

export type DecimalSign = '.' | ','

const WITH_COMMA = /^[+-]?(\d+|\d{1,3}(\.\d{3})+)(,\d+)?$/
const PLAIN = /^[+-]?\d*\.?\d+(e[+-]?\d+)?$/i
/** One to three digits, then three: a group of thousands, or decimals. */
const EITHER_COMMA = /^[+-]?[1-9]\d{0,2},\d{3}$/
const EITHER_POINT = /^[+-]?[1-9]\d{0,2}\.\d{3}$/

/** What a column of numbers tells: the sign, `open` where both are possible, undefined where it tells nothing. */
export function decimalEvidence(values: readonly string[]): DecimalSign | 'open' | undefined {
  const numbers = values.every((value) => WITH_COMMA.test(value) || PLAIN.test(value))
  const commas = values.filter((value) => value.includes(','))
  if (!numbers || commas.length === 0) return undefined
  return commas.every((value) => EITHER_COMMA.test(value)) ? 'open' : ','
}

/** Whether numbers of a file with a decimal comma have points that may stand between thousands, or before decimals. */
export function hasOpenPoints(values: readonly string[]): boolean {
  return (
    values.some((value) => EITHER_POINT.test(value)) &&
    values.every((value) => WITH_COMMA.test(value) || PLAIN.test(value))
  )
}

/** A number with a decimal comma as one with a point. */
export function decimalPointSql(value: string): string {
  const whole = String.raw`[+-]?(\d+|\d{1,3}(\.\d{3})+),\d+`
  const thousands = String.raw`[+-]?\d{1,3}(\.\d{3}){2,}`
  return (
    `case when regexp_full_match(${value}, ${literal(whole)}) then replace(replace(${value}, '.', ''), ',', '.') ` +
    `when regexp_full_match(${value}, ${literal(thousands)}) then replace(${value}, '.', '') else ${value} end`
  )
}
