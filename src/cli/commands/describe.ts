import { type Command, Option } from 'commander'
import { type ColumnDescription, type FileDescription, leftOutWords } from '../../data/index.ts'
import type { CapabilityName } from '../../jobs/registry.ts'
import { STARTER_NAMES, starterSpec } from '../../jobs/starter-spec.ts'
import { badInput } from '../../request-error.ts'
import { type CommandContext, command, type WorkTerminal, withContext } from '../command.ts'
import { inFlags, withFlags } from '../field-names.ts'
import { readingOf, readingOptions } from '../reading-flags.ts'

interface Flags {
  readonly json?: boolean
  readonly quiet?: boolean
  readonly spec?: string
  readonly for?: CapabilityName
}

export function describeCommand(): Command {
  const self = command(
    'describe',
    'Look at a file: how it is written, columns, levels, missing values, and what each column seems to be for.',
    `tacet describe people.csv
tacet describe people.parquet --spec town.yaml
tacet describe people.parquet --spec households.yaml --for groups
tacet describe 'people/*.parquet'    # several files, in quotes: the shell must not list them
tacet describe visits.csv --dates dd/mm/yyyy --decimal , --spec visits.yaml`,
  )
    .argument(
      '<file>',
      'CSV, TSV (also .gz), Excel, SPSS, Stata, Parquet or Arrow; several Parquet files by their folder or a pattern',
    )
    .option('--spec <path>', 'write a starter spec there')
    .addOption(
      new Option('--for <capability>', 'with --spec: for this alone; otherwise for all but groups').choices(
        STARTER_NAMES,
      ),
    )
  return readingOptions(self).action((file: string, flags: Flags, given: Command) =>
    withContext(flags, (context) => describe(file, flags, given, context)),
  )
}

async function describe(file: string, flags: Flags, given: Command, { terminal }: CommandContext): Promise<void> {
  const { describeFile, withDatabase } = await import('../../data/index.ts')
  const { writeNewFile } = await import('../../files/index.ts')
  if (flags.for !== undefined && flags.spec === undefined)
    throw badInput('--for says what a starter spec is for: give --spec PATH too.')
  terminal.progress.phase(`Reading ${file}`)
  const { read } = await readingOf(given)
  const description = await withDatabase({}, (db) => describeFile(db, file, read)).catch((error: unknown) => {
    throw inFlags(error, given)
  })
  if (description.rows === 0)
    throw badInput(`${file} holds column names and no record: there is nothing to describe. Name a file with records.`)
  show(terminal, description)
  if (flags.spec !== undefined) {
    await writeNewFile(flags.spec, await starterSpec(description, flags.spec, flags.for))
    terminal.note(
      `Wrote ${flags.spec}. Check its levels and roles: what it lists becomes public. Then: tacet plan ${flags.spec}`,
    )
  }
  terminal.result({ stamp: 'CONFIDENTIAL', ...description })
}

function show(terminal: WorkTerminal, description: FileDescription): void {
  const { columns, rows, path } = description
  const table = columns.map((column) => [
    column.name,
    column.doubt === null ? column.type : 'in doubt',
    column.distinct,
    column.missing,
    column.looksLike,
    valuesText(column),
  ])
  terminal.table(['column', 'type', 'distinct', 'missing', 'looks like', 'levels'], table)
  terminal.print()
  terminal.print(`${rows.toLocaleString('en')} records${readWords(description)}.`)
  for (const line of [...layoutWords(description), ...remarks(columns, description)]) terminal.print(line)
  for (const { name, doubt } of columns)
    if (doubt !== null)
      terminal.mark('warning', `In doubt: ${name}:`, `${doubt.words} (--${doubt.field.split('.').pop()}).`)
  terminal.mark('warning', 'CONFIDENTIAL:', 'this is read from the data themselves.')
  if (description.doubtfulHeader)
    terminal.note(
      `The first line of ${path} looks like a record. Column names belong there: put a line of them above it.`,
    )
}

/** How a file is written. */
function readWords({ read }: FileDescription): string {
  const { encoding, delimiter, decimal, dates = [], sheet } = read
  const parts = [
    ...(sheet === undefined ? [] : [`from the sheet ${sheet}`]),
    ...(encoding === undefined ? [] : [`as ${encoding}`]),
    ...(delimiter === undefined ? [] : [`${delimiter === 'tab' ? 'tabs' : delimiter} between values`]),
    ...(decimal === ',' ? ['decimal commas'] : []),
    ...(dates.length === 0 ? [] : [`dates as ${dates.join(' and ')}`]),
  ]
  return parts.length === 0 ? '' : `, read ${parts.join(', ')}`
}

/** What stands in the file beside records, and names that were changed. */
function layoutWords({ read, renamed }: FileDescription): readonly string[] {
  const left = leftOutWords(read)
  return [
    ...(left === undefined ? [] : [withFlags(left)]),
    ...(renamed.length === 0 ? [] : [`Named here, for want of a name of their own: ${renamed.join(', ')}.`]),
  ]
}

/** What is written in several ways. */
function remarks(
  columns: readonly ColumnDescription[],
  { proposedMissing, read, mixedDates }: FileDescription,
): readonly string[] {
  const known = columns.filter(({ pattern }) => pattern !== null)
  const missing = columns.filter(({ name, missingTexts }) => missingTexts.length > 0 && !proposedMissing.includes(name))
  const nearly = columns.filter(({ nearlyNumbers }) => nearlyNumbers).map(({ name }) => name)
  const varied = columns.filter(({ variants }) => variants.length > 0)
  return [
    ...known.map(
      ({ name, pattern }) => `${name} holds numbers of people: ${pattern}. It is left out of what is published.`,
    ),
    ...missing.map(({ name, missingTexts }) => `Taken for missing in ${name}: ${missingTexts.join(', ')}.`),
    ...proposedMissing.map((name) => {
      const texts = read.missingIn?.[name] ?? []
      return `May stand for a missing value in ${name}: ${texts.join(', ')}. A spec says so (missingIn); a command with flags needs --missing-in "${name}=${texts.join(',')}".`
    }),
    ...mixedDates.map(
      ({ name, parts }) =>
        `Dates in ${name} are mixed: ${parts.map(({ format, percent }) => `${percent} % ${format}`).join(', ')}. --dates names those to be read; the others stay texts.`,
    ),
    ...nearly.map(
      (name) =>
        `Nearly all values of ${name} are numbers; the others may mean missing: say so with --missing-values, which replaces the usual texts.`,
    ),
    ...varied.map(
      ({ name, variants }) => `One value in ${name}: ${variants.map((ways) => ways.join(' = ')).join('; ')}.`,
    ),
  ]
}

function valuesText({ levels, smallest, largest, earliest, latest }: ColumnDescription): string {
  if (earliest !== null && latest !== null) return `${earliest} to ${latest}`
  if (levels.length > 0) {
    const text = levels.slice(0, 6).join(', ')
    return levels.length > 6 ? `${text}, ...` : text
  }
  return smallest === null || largest === null ? '' : `${smallest} to ${largest}`
}
