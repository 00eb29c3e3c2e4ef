/** The flags that name hierarchies, for the commands that take them. */
import { type Command, Option } from 'commander'
import { badInput } from '../request-error.ts'
import { DATE_UNITS, type DateUnit } from '../spec/date-units.ts'
import { collect } from './options.ts'

export interface HierarchyFlags {
  readonly hierarchy: readonly string[]
  readonly hierarchyHeader?: string
}

export function hierarchyOptions(command: Command, what: string): Command {
  return command
    .option('--hierarchy <column=tree>', `${what} (repeatable)`, collect, [])
    .addOption(
      new Option(
        '--hierarchy-header <rule>',
        'whether the first line of hierarchy files holds names; found out unless given',
      ).choices(['present', 'absent']),
    )
}

/** `zip=file:tree.csv`; `zip=prefix:3,1` (lengths); `age=interval:0,5,2,2` (start, width, how many are joined at each level); `visit=dates:month,year`. */
export function parseHierarchies({
  hierarchy,
  hierarchyHeader: header,
}: HierarchyFlags): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  if (header !== undefined && !hierarchy.some((text) => /^[^=]+=file:/.test(text)))
    throw badInput('--hierarchy-header does nothing: no --hierarchy is read from a file. Leave it out.')
  return Object.fromEntries(
    hierarchy.map((text) => {
      const [, column, kind, value = ''] = /^([^=]+)=(file|prefix|interval|dates)(?::(.+))?$/.exec(text) ?? []
      const tree = column === undefined ? undefined : treeOf(kind, value, header)
      if (tree === undefined)
        throw badInput(
          `--hierarchy "${text}": write column=file:TREE.csv, column=prefix:3,1 (lengths of prefixes), column=interval:0,5,2,2 (start, width, how many are joined) or column=dates:month,quarter,year.`,
        )
      return [column.trim(), tree]
    }),
  )
}

function treeOf(
  kind: string,
  value: string,
  header: string | undefined,
): Readonly<Record<string, unknown>> | undefined {
  if (kind === 'file') return value === '' ? undefined : { file: value, ...(header !== undefined && { header }) }
  const parts = value.split(',').map((part) => part.trim())
  if (kind === 'dates') {
    if (value === '') return { dates: DATE_UNITS }
    return parts.every((part) => DATE_UNITS.includes(part as DateUnit)) ? { dates: parts } : undefined
  }
  const numbers = parts.map((part) => (part === '' ? Number.NaN : Number(part)))
  return numbers.every(Number.isFinite) ? { [kind]: numbers } : undefined
}
