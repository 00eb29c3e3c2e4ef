/** Days as whole numbers from 1970-01-01, in the calendar of today at all times. */

const MILLISECONDS = 86_400_000

/** The number of an ISO date; undefined unless it is one. */
export function dayNumber(text: string): number | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (match === null) return undefined
  const day = Date.parse(`${text}T00:00:00Z`) / MILLISECONDS
  return Number.isInteger(day) && isoDay(day) === text ? day : undefined
}

export function isoDay(day: number): string {
  return new Date(day * MILLISECONDS).toISOString().slice(0, 10)
}

/** A day with its time, to the second: `2020-12-31 23:59:00` for a fraction of a day. */
export function isoTime(day: number): string {
  return new Date(Math.round(day * 86_400) * 1000).toISOString().slice(0, 19).replace('T', ' ')
}

/** The days from one to before another: `2020`, `2020-03`, `2020-03-05`, or `2020-03-05 to 2020-04-11`. */
export function daysLabel(from: number, to: number): string {
  const [first, after] = [isoDay(from), isoDay(to)]
  if (to - from === 1) return first
  if (first.endsWith('-01-01') && after === `${Number(first.slice(0, 4)) + 1}-01-01`) return first.slice(0, 4)
  if (first.endsWith('-01') && after.endsWith('-01') && to - from <= 31) return first.slice(0, 7)
  return `${first} to ${isoDay(to - 1)}`
}
