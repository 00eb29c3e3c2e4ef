/**
 * A tree of dates over units of the calendar: days, months, quarters, years, from the narrowest to the widest, and one root.
 * Its leaves are all units from the first date to the last, also those that nobody is in: they count in the loss.
 */
import { badInput } from '../../request-error.ts'
import type { GeneralisationTree } from './generalisation-tree.ts'
import { MOST_INTERVALS } from './hierarchy-intervals.ts'
import type { Hierarchy } from './problem.ts'

export type CalendarUnit = 'day' | 'month' | 'quarter' | 'year'

const MONTHS: Readonly<Record<Exclude<CalendarUnit, 'day'>, number>> = { month: 1, quarter: 3, year: 12 }
const ORDER: readonly CalendarUnit[] = ['day', 'month', 'quarter', 'year']
const MILLISECONDS = 86_400_000

/** `days`: numbers from 1970-01-01, whole or with a time of day. */
export function treeFromDates(days: Float64Array, units: readonly CalendarUnit[], where: string): Hierarchy {
  if (units.some((unit, t) => t > 0 && ORDER.indexOf(unit) <= ORDER.indexOf(units[t - 1])))
    throw badInput(`${where}: name units from the narrowest to the widest, as in month, quarter, year.`)
  const whole = days.map(Math.floor)
  let [first, last] = [Infinity, -Infinity]
  for (const day of whole) [first, last] = [Math.min(first, day), Math.max(last, day)]
  const spans = units.map((unit) => ({ unit, from: placeOf(unit, first), to: placeOf(unit, last) }))
  if (!(spans[0].to - spans[0].from < MOST_INTERVALS))
    throw badInput(
      `${where}: there are more than ${MOST_INTERVALS.toLocaleString('en')} days from the first to the last.`,
    )
  const [finest] = spans
  return { tree: calendarTree(spans), leafOf: Int32Array.from(whole, (day) => placeOf(finest.unit, day) - finest.from) }
}

interface Span {
  readonly unit: CalendarUnit
  /** Units are numbered through: months from January 1970. */
  readonly from: number
  readonly to: number
}

function calendarTree(spans: readonly Span[]): GeneralisationTree {
  const places = spans.map(({ from, to }) => Array.from({ length: to - from + 1 }, (_, t) => from + t))
  const parents = spans.slice(1).map(({ unit, from }, t) => {
    const below = spans[t].unit
    return Int32Array.from(places[t], (place) => placeOf(unit, firstDay(below, place)) - from)
  })
  return {
    labels: [...spans.map(({ unit }, t) => places[t].map((place) => labelOf(unit, place))), ['*']],
    parents: [...parents, new Int32Array(places[places.length - 1].length)],
    edges: spans.map(({ unit, from, to }) =>
      Float64Array.from({ length: to - from + 2 }, (_, t) => firstDay(unit, from + t)),
    ),
  }
}

function placeOf(unit: CalendarUnit, day: number): number {
  if (unit === 'day') return day
  const date = new Date(day * MILLISECONDS)
  return Math.floor((12 * (date.getUTCFullYear() - 1970) + date.getUTCMonth()) / MONTHS[unit])
}

function firstDay(unit: CalendarUnit, place: number): number {
  if (unit === 'day') return place
  const month = place * MONTHS[unit]
  const date = new Date(0)
  date.setUTCFullYear(1970 + Math.floor(month / 12), ((month % 12) + 12) % 12, 1)
  return date.getTime() / MILLISECONDS
}

/** 2020-03-05, 2020-03, 2020 Q1, 2020 */
function labelOf(unit: CalendarUnit, place: number): string {
  const iso = new Date(firstDay(unit, place) * MILLISECONDS).toISOString()
  if (unit === 'day') return iso.slice(0, 10)
  if (unit === 'month') return iso.slice(0, 7)
  return unit === 'year' ? iso.slice(0, 4) : `${iso.slice(0, 4)} Q${1 + Math.floor((Number(iso.slice(5, 7)) - 1) / 3)}`
}
