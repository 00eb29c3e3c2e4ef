import { type Command, Option } from 'commander'
import { type CommandContext, command, NOTHING_RELEASED, withContext } from '../command.ts'
import { inFlags } from '../field-names.ts'
import { hierarchyOptions } from '../hierarchy-flags.ts'
import { collect, formatOption, fromOne, list, plainCellsOption, seconds, wholeNumber } from '../options.ts'
import { readingOptions } from '../reading-flags.ts'
import { runCapability } from '../run-capability.ts'
import { type AuditFlags, type AuditMode, auditMode } from './audit-flags.ts'
import { auditJob } from './audit-job.ts'
import { showAudit, showLinked, showPublished, showSuggestions } from './audit-output.ts'
import { strictAudit, strictLinked, strictSuggest } from './audit-strict.ts'

export function auditCommand(): Command {
  const self = command(
    'audit',
    'What a table of shares discloses: exact bounds, and every feasible value, of every cell.',
    `tacet audit people.csv --rows education --columns marital
tacet audit cells.csv --count n --rows age,sex --columns income --merge 'age:under 40=20-29|30-39'
tacet audit people.csv --rows education --columns marital --decimals 2     # shares rounded to 2 decimals
tacet audit shares.csv --rows education --columns marital --share p --n 5000
tacet audit people.csv --rows age,education --columns income --suggest --ordered 'age:<25|25-55|>55'
tacet audit people.csv --rows age,education --columns income --suggest --publish table --choose 1
tacet audit visits.csv --rows diagnosis --columns sex --suggest --hierarchy diagnosis=file:icd-chapters.csv
tacet audit people.csv --release education,sex --release 'marital|education' --cells marital,education
tacet audit town.yaml                                                      # the audit of a spec`,
  )
    .argument('<data>', 'CSV, Parquet or Arrow; or a spec with an `audit`')
    .option('--rows <a,b>', 'variables whose levels make the rows', list, [])
    .option('--columns <c,d>', 'variables whose shares are published, within each row', list, [])
    .option('--count <column>', 'the data are counted: one line per cell')
    .option('--share <column>', 'the data are shares, one line per cell (with --n)')
    .option('--shares <p,q>', 'the data are shares, one line per row, one column per share (with --n)', list, [])
    .option('--n <number>', 'the number of records behind the shares', wholeNumber)
    .option(
      '--decimals <d>',
      'the shares (0 to 1) are published with this many decimals: 3 for 0.123, which is 12.3 %',
      wholeNumber,
    )
    .addOption(
      new Option(
        '--rounding <rule>',
        'how shares are rounded; without it half-up for tables made from data, unknown for shares that are read',
      ).choices(['half-up', 'half-even', 'unknown']),
    )
    .option('--known <file>', 'what a reader knows already, as a CSV: variables of the table, lower, upper')
    .option(
      '--merge <column:new=old1|old2>',
      'make levels one; a backslash before | = : makes it part of a name (repeatable)',
      collect,
      [],
    )
    .option('--small <number>', 'counts above 0 and below it are small', wholeNumber, 5)
    .option('--width <number>', 'bounds must be at least this far apart', wholeNumber, 0)
    .option('--few <number>', 'a cell with up to this many feasible counts is nearly disclosed', wholeNumber, 1)
    .option('--no-zeros', 'a count known to be 0 breaks the rules too')
    .option(
      '--release <text>',
      'audit several releases together: a,b counts; c|a,b shares; c|a,b@2 rounded (repeatable)',
      collect,
      [],
    )
    .option('--cells <a,b>', 'with --release: bound the cells of these variables', list, [])
    .option('--suggest', 'search for designs that disclose no small count')
    .option('--ordered <column:l1|l2|l3>', 'with --suggest: merge only neighbouring levels (repeatable)', collect, [])
    .option('--merge-missing', 'with --suggest: missing values may be merged with a level')
    .option('--moves <number>', 'with --suggest: how many variables may change sides', wholeNumber, 1)
    .addOption(
      new Option('--time <time>', 'with --suggest or --release: how long to search, as in 60s or 5min')
        .argParser(seconds)
        .default(60, '60s'),
    )
    .option('--publish <folder>', 'a new folder for the table itself; refused while a small count can be worked out')
    .option('--choose <number>', 'with --suggest and --publish: which of the safe designs, from 1', fromOne)
    .option('--strict', 'exit with 1 unless it is shown that no small count is disclosed')
    .option('--out <folder>', 'a new folder for bounds, report and manifest')
    .addOption(formatOption())
    .addOption(plainCellsOption())
  const trees = hierarchyOptions(
    self,
    'with --suggest: merge only along file:TREE.csv, prefix:3,1, interval:0,5,2 or dates:month,year',
  )
  return readingOptions(trees).action((data: string, flags: AuditFlags, self: Command) => {
    const mode = auditMode(data, flags, self)
    const work = async (context: CommandContext): Promise<void> => {
      const complaint = await runMode(data, flags, mode, context, self)
      if (flags.strict !== true || complaint === undefined) return
      context.terminal.alert('wrong', '--strict:', complaint)
      process.exitCode = 1
    }
    return withContext(flags, work, NOTHING_RELEASED)
  })
}

/** Runs and shows the audit; returns what speaks against it. */
async function runMode(
  data: string,
  flags: AuditFlags,
  mode: AuditMode,
  context: CommandContext,
  given: Command,
): Promise<string | undefined> {
  const asked = await auditJob(data, flags, mode, given).catch((error: unknown) => {
    throw inFlags(error, given)
  })
  const folder = flags.publish ?? flags.out
  const placed = folder === undefined ? flags : { ...flags, out: folder }
  const { out, manifest, figures } = await runCapability('audit', asked, placed, context, true)
  const written = out === null || manifest === null ? undefined : { out, manifest }
  const { terminal } = context
  switch (figures.kind) {
    case 'published':
      showPublished(terminal, figures, written!)
      return undefined
    case 'releases':
      showLinked(terminal, figures.found, written, await import('../../jobs/index.ts'))
      return strictLinked(figures.found)
    case 'suggest':
      showSuggestions(terminal, figures.found)
      return strictSuggest(figures.found)
    case 'table':
      showAudit(terminal, figures.found, written, (await import('../../jobs/index.ts')).verdict)
      return strictAudit(figures.found)
  }
}
