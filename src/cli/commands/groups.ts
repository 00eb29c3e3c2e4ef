import { type Command, Option } from 'commander'
import type { GroupsFigures } from '../../jobs/index.ts'
import { readableLoss } from '../../privacy/readable-loss.ts'
import type { Release } from '../../run/index.ts'
import { command, RESUMES, type WorkTerminal, withContext } from '../command.ts'
import { GROUP_MECHANISMS } from '../names.ts'
import { isSpec, list, named, wholeNumber } from '../options.ts'
import { type ReadingFlags, readingOf, readingOptions, withoutReading } from '../reading-flags.ts'
import { mustNotBePublished, wrote } from '../release-lines.ts'
import { drawingOptions, jobFlags, type PrivateFlags, runCapability, writingOptions } from '../run-capability.ts'

export function groupsCommand(): Command {
  const self = command(
    'groups',
    'Differentially private counts of groups by size (households, taxis) over a hierarchy of regions.',
    `tacet groups households.csv --levels country,state,county --size persons --epsilon 1 --out release
tacet groups cells.csv --levels state,county --size size --count n --max-size 20 --epsilon 1/2 --out release
tacet groups households.csv --levels country,state --size persons --epsilon 1 --shares 15,85 --out release
tacet groups people.csv --levels state,county --unit household --epsilon 1 --out release    # one line per person
tacet groups households.csv --levels state --size persons --epsilon 1 --out trial --seed 7 --evaluate`,
  )
    .argument('<data>', 'CSV, Parquet or Arrow; or a spec with `groups`')
    .option('--levels <a,b,c>', 'the columns of the regions, from the top down', list, [])
    .option(
      '--parents <file:region,parent>',
      'a tree of regions of any depth; --levels is then the column with the leaf',
    )
    .option('--size <column>', 'the size of a group; for person lines, what a person adds to it')
    .option('--unit <column>', 'person lines: the column that tells the groups apart')
    .option('--count <column>', 'counted lines: how many groups a line stands for')
    .option('--max-size <n>', 'the largest size, public; that of the data without it', wholeNumber)
    .option('--drop-missing', 'leave out lines without a size')
    .option('--epsilon <number>', 'pure differential privacy')
    .option('--rho <number>', 'zero-concentrated differential privacy (zCDP), with --delta')
    .option('--delta <number>', 'with --rho: at which delta it is shown as epsilon')
    .option('--shares <a,b,c>', 'parts of the budget in proportion, one per level from the top; equal without it', list)
    .addOption(
      named(
        '--mechanism <name>',
        'how the counts are made; cumulative without it, or topdown with --public-groups none',
        GROUP_MECHANISMS,
      ),
    )
    .addOption(
      new Option('--rounding <what>', 'with cumulative: which numbers are rounded to whole ones').choices([
        'counts',
        'cumulative',
      ]),
    )
    .option('--shrink', 'with cumulative: draw leaves towards the shape of their parent where that helps')
    .addOption(
      new Option('--public-groups <what>', 'which numbers of groups are public; none protects whole groups')
        .choices(['total', 'regions', 'none'])
        .default('total'),
    )
    .option('--largest-quantity <n>', 'the most that one person adds to a size', wholeNumber, 1)
    .option('--as-published', 'mc-chain calibrated as in its paper: NOT PRIVATE')
    .option('--ledger <file>', 'the ledger; beside the data without it')
  const taking = drawingOptions(writingOptions(readingOptions(self), 'groups'))
  return taking.action((data: string, flags: PrivateFlags & ReadingFlags, given: Command) =>
    withContext(
      flags,
      async (context) => {
        const { capabilities } = await import('../../jobs/index.ts')
        if (!isSpec(data, given)) {
          const job = { data, ...jobFlags(withoutReading(flags)), ...(await readingOf(flags, given)) }
          const asked = { job, flags: given }
          show(context.terminal, await runCapability('groups', asked, flags, context))
          return
        }
        const { readSpec } = await import('../../data/index.ts')
        const spec = await readSpec(data)
        const asked = { job: capabilities.groups.fromSpec(spec), flags: given, spec }
        show(context.terminal, await runCapability('groups', asked, flags, context))
      },
      RESUMES,
    ),
  )
}

function show(terminal: WorkTerminal, { out, manifest, figures }: Release<GroupsFigures>): void {
  if (out === null || manifest === null) return
  const { epsilon, plan, levels, checks, warnings, mechanism } = figures
  mustNotBePublished(terminal, manifest.stamp)
  terminal.print(`${plan.mechanism}: ${readableLoss(String(manifest.privacy.words))}\n`)
  for (const warning of warnings) terminal.mark('warning', 'Warning:', `${warning}\n`)
  const evaluated = levels.some(({ l1Error }) => l1Error !== undefined)
  const head = ['level', 'regions', 'groups', 'standard error', ...(evaluated ? ['L1 error', 'earth mover'] : [])]
  const rows = levels.map(({ name, regions, groups, standardError, l1Error = 0, earthMover = 0 }) => [
    name,
    regions,
    groups,
    standardError,
    ...(evaluated ? [l1Error, earthMover] : []),
  ])
  terminal.table(head, rows)
  const { consistent, valid, faithful } = checks
  terminal.print(`\nConsistent: ${yes(consistent)}. Valid: ${yes(valid)}. Faithful: ${yes(faithful)}.`)
  wrote(terminal, out, manifest)
  const { privacy, stamp, runId } = manifest
  terminal.result({ mechanism, epsilon, levels, checks, warnings, out, stamp, runId, privacy })
}

function yes(holds: boolean): string {
  return holds ? 'yes' : 'NO'
}
