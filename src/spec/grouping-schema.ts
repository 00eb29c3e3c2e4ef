/** What a spec says of the subtotals of a variable. */
import { z } from 'zod'
import { badInput } from '../request-error.ts'
import { name } from './schema-words.ts'
import { listOf } from './short-texts.ts'

export const grouping = z.union(
  [
    z.strictObject({ of: name, file: z.string().min(1), header: z.enum(['present', 'absent']).optional() }),
    z.strictObject({ of: name, columns: z.array(name).min(1) }),
    z.strictObject({ of: name, prefix: z.array(z.int().min(1)).min(1) }),
  ],
  { error: 'say { of: region, file: TREE.csv }, { of: region, columns: [county] } or { of: zip, prefix: [3, 1] }' },
)

export type SpecGrouping = z.output<typeof grouping>

/** `region=file:tree.csv`, `region=columns:county,country` (columns of the records), `zip=prefix:3,1`. */
export function groupingOf(text: string): readonly Readonly<Record<string, unknown>>[] {
  const [, of, kind, value] = /^([^=]+)=(file|columns|prefix):(.+)$/.exec(text) ?? []
  if (of === undefined)
    throw badInput(`"${text}": write column=file:TREE.csv, column=columns:county,country or column=prefix:3,1.`)
  const column = of.trim()
  if (kind === 'file') return [{ of: column, file: value }]
  return [{ of: column, [kind]: kind === 'prefix' ? listOf(value).map(Number) : listOf(value) }]
}
