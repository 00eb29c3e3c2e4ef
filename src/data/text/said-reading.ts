/**
 * In a private release no record may decide how others are read: a day above 12 in one line would turn the dates of all. What
 * the records alone would tell must be said. Column names are public, so the delimiter that is found in their line may be found.
 */
import { badField } from '../../request-error.ts'
import type { Reading } from '../../spec/index.ts'
import type { Relation } from '../relation.ts'
import type { FoundReading } from './found-reading.ts'

export function checkSaid({ name, read }: Relation, given: Reading): void {
  if (read === undefined) return
  const unsaid: [keyof Reading, string][] = []
  if (given.encoding === undefined && read.encoding !== null && !/^utf-/.test(read.encoding))
    unsaid.push(['encoding', read.encoding])
  if (given.decimal === undefined && read.decimal === ',') unsaid.push(['decimal', '","'])
  if (given.dates === undefined && read.dates.length > 0) unsaid.push(['dates', `[${read.dates.join(', ')}]`])
  if (given.sheet === undefined && typeof read.sheet === 'string') unsaid.push(['sheet', JSON.stringify(read.sheet)])
  unsaid.push(...unsaidLayout(read, given))
  if (unsaid.length === 0) return
  const words = unsaid.map(([field, value]) => `${field}: ${value}`).join(', ')
  throw badField(
    `source.read.${unsaid[0][0]}`,
    `${name} looks like ${words}, but in a private release no record may decide how others are read. If it is so, say it: read: { ${words} }.`,
  )
}

/** Where the table stands is seen from its records, and so is what is between their values if no title has it. */
function unsaidLayout({ layout, delimiter }: FoundReading, given: Reading): readonly [keyof Reading, string][] {
  if (layout === null || layout.isPlain) return []
  const found = (['headerLine', 'unitLines', 'totalLines'] as const).flatMap((field): [keyof Reading, string][] =>
    given[field] === undefined ? [[field, String(layout[field])]] : [],
  )
  const between: [keyof Reading, string][] =
    delimiter !== null && given.delimiter === undefined
      ? [['delimiter', delimiter === '\t' ? 'tab' : `"${delimiter}"`]]
      : []
  return [...between, ...found]
}
