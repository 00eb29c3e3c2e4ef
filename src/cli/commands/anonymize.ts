import { type Command, Option } from 'commander'
import { gapWords } from '../../anonymity/publish/gap-words.ts'
import type { AnonymizeFigures } from '../../jobs/index.ts'
import { badInput } from '../../request-error.ts'
import { parseSensitive, parseSplitCarry, parseSuppress, parseWeights } from '../anonymize-flags.ts'
import { command, NOTHING_RELEASED, type WorkTerminal, withContext } from '../command.ts'
import { type HierarchyFlags, hierarchyOptions, parseHierarchies } from '../hierarchy-flags.ts'
import { ANONYMITY_METHODS } from '../names.ts'
import { collect, isSpec, list, named, seconds, wholeNumber } from '../options.ts'
import { type ReadingFlags, readingOf, readingOptions } from '../reading-flags.ts'
import { wrote } from '../release-lines.ts'
import { type GivenJob, type ReleaseFlags, runCapability, writingOptions } from '../run-capability.ts'

interface Flags extends ReleaseFlags, ReadingFlags, HierarchyFlags {
  readonly identifiers: readonly string[]
  readonly plain: readonly string[]
  readonly others?: string
  readonly person?: string
  readonly k?: number
  readonly qi: readonly string[]
  readonly weights: readonly string[]
  readonly categorical: readonly string[]
  readonly ordered: readonly string[]
  readonly verbatim: readonly string[]
  readonly method: string
  readonly time: number
  readonly steps?: number
  readonly exact?: string
  readonly splitCarry: readonly string[]
  readonly start?: string
  readonly sensitive: readonly string[]
  readonly suppress: string
  readonly keepAnonymous?: boolean
  readonly missing: string
  readonly seed: string
  readonly nodes?: boolean
  readonly split?: boolean
  readonly classes?: string
}

export function anonymizeCommand(): Command {
  const self = command(
    'anonymize',
    'k-anonymous, truthful records with the least information loss, and a bound on how little it could be.',
    `tacet anonymize people.csv --k 5 --qi age,sex,zip --categorical zip --identifiers name --plain income --out release
tacet anonymize people.csv --k 3 --qi age,zip --weights age=.8,zip=.2 --method optimal --others drop --out release
tacet anonymize people.csv --k 5 --qi age,zip --hierarchy zip=prefix:3,1 --categorical zip --sensitive disease:distinct=3 --others drop --out release
tacet anonymize people.csv --k 10 --qi age,sex,income --suppress 1% --time 2min --others drop --out release`,
  )
    .argument('<data>', 'CSV, Parquet or Arrow, one line per record; or a spec with `anonymize`')
    .option('--k <n>', 'every record is alike to k - 1 others', wholeNumber)
    .option('--qi <a,b,c>', 'the quasi-identifiers: what could find a person', list, [])
    .option('--identifiers <d,e>', 'columns that name people: they are left out', list, [])
    .option('--plain <f,g>', 'columns that are published as they are', list, [])
    .addOption(
      new Option('--others <what>', 'what becomes of columns that no flag names; without it they are refused').choices([
        'drop',
        'publish',
      ]),
    )
    .option('--person <column>', 'who a record is of, where one person may have several: k people are then alike')
    .option('--weights <a=.8,b=.2>', 'what a loss in each counts; 1 unless given', list, [])
    .option('--categorical <x,y>', 'categories that look like numbers', list, [])
    .option('--ordered <x,y>', 'categories whose order counts: a set is priced by its range', list, [])
    .option(
      '--verbatim <x,y>',
      'quasi-identifiers whose sets may publish values that name people, sentences or full dates',
      list,
      [],
    )
    .addOption(
      named('--method <name>', 'how to search; doka-* are weaker than k-anonymity', ANONYMITY_METHODS).default(
        'anytime',
      ),
    )
    .addOption(
      new Option('--time <time>', 'for the whole run, as in 60s or 5min').argParser(seconds).default(30, '30s'),
    )
    .addOption(
      new Option('--steps <n>', 'steps of the search instead of a time: with --seed, the same release everywhere')
        .argParser(wholeNumber)
        .conflicts('time'),
    )
    .addOption(new Option('--exact <how>', 'with optimal: which exact method').choices(['subsets', 'columns', 'milp']))
    .option(
      '--split-carry <sets=3,carry=2>',
      'settings of split-carry; size=12,accept=2 for the bubble carry',
      list,
      [],
    )
    .option('--start <file>', 'with anytime: start from the classes that --classes wrote')
    .option(
      '--sensitive <rule>',
      'column:distinct=3, column:entropy=2, column:t=0.2[:ordered] (repeatable)',
      collect,
      [],
    )
    .option('--suppress <n|p%>', 'records that may be suppressed; fewer than k never are', '0')
    .option('--keep-anonymous', 'leave alone what k equal records already hide')
    .addOption(
      new Option('--missing <rule>', 'an empty value is an error, or a value of its own')
        .choices(['error', 'level'])
        .default('error'),
    )
    .option('--seed <text>', 'of the search: the same seed, the same answer', '1')
    .option('--nodes', 'publish nodes of the hierarchies instead of tight ranges and sets')
    .option('--split', 'publish a range as two columns')
    .option('--classes <file>', 'also write record,class to this new file, both counted from 0')
  const trees = hierarchyOptions(self, 'file:TREE.csv, prefix:3,1, interval:0,5,2,2 or dates:month,quarter,year')
  return writingOptions(readingOptions(trees), 'anonymize').action((data: string, flags: Flags, given: Command) =>
    withContext(
      flags,
      async (context) => {
        const { seed: _, ...writing } = flags // of the search: it draws no noise
        const asked = await jobOf(data, flags, given)
        const { out, manifest, figures } = await runCapability('anonymize', asked, writing, context)
        const { terminal } = context
        show(terminal, figures)
        terminal.print()
        if (out !== null && manifest !== null) wrote(terminal, out, manifest)
        terminal.result({ ...figures, out })
      },
      NOTHING_RELEASED,
    ),
  )
}

async function jobOf(data: string, flags: Flags, given: Command): Promise<GivenJob> {
  const { classes } = flags
  const beside = classes === undefined ? {} : { classes }
  if (isSpec(data, given)) {
    const { readSpec } = await import('../../data/index.ts')
    const { capabilities } = await import('../../jobs/index.ts')
    const spec = await readSpec(data)
    return { job: { ...capabilities.anonymize.fromSpec(spec), ...beside }, flags: given, spec }
  }
  const { k, qi, weights, categorical, ordered, verbatim, method, time, exact, splitCarry, start } = flags
  if (k === undefined) throw badInput('--k: say how many records must be alike, as in --k 5.')
  if (qi.length === 0) throw badInput('--qi: name the quasi-identifiers, as in --qi age,sex,zip.')
  const job = {
    data,
    ...(await readingOf(flags, given)),
    roles: rolesOf(flags),
    others: flags.others,
    person: flags.person,
    k,
    quasiIdentifiers: qi,
    weights: parseWeights(weights),
    categorical,
    ordered,
    verbatim,
    method,
    seconds: time,
    steps: flags.steps,
    exact,
    splitCarry: parseSplitCarry(splitCarry),
    start,
    hierarchies: parseHierarchies(flags),
    sensitive: flags.sensitive.map(parseSensitive),
    suppress: parseSuppress(flags.suppress),
    keepAnonymous: flags.keepAnonymous === true,
    missing: flags.missing,
    seed: flags.seed,
    nodes: flags.nodes === true,
    split: flags.split === true,
    ...beside,
  }
  return { job, flags: given }
}

function rolesOf({ identifiers, plain }: Flags): Readonly<Record<string, string>> {
  const twice = identifiers.find((name) => plain.includes(name))
  if (twice !== undefined) throw badInput(`--plain "${twice}": it is among --identifiers too. A column has one role.`)
  return Object.fromEntries([
    ...identifiers.map((name) => [name, 'identifier'] as const),
    ...plain.map((name) => [name, 'plain'] as const),
  ])
}

function show(terminal: WorkTerminal, f: AnonymizeFigures): void {
  if (f.freeform)
    terminal.mark('warning', 'WEAKER', 'than k-anonymity: freeform boxes, no k published records are alike.\n')
  const gap = gapWords(f)
  const classes =
    f.classes === null ? 'none' : `${f.classes.toLocaleString('en')} of ${f.smallestClass} to ${f.largestClass} records`
  terminal.table(
    ['', ''],
    [
      ['method', f.method],
      ['records', f.records],
      ['classes', classes],
      ['suppressed', f.suppressed],
      ['loss', `${f.loss.toFixed(6)}${gap === undefined ? '' : `, ${gap}`}`],
      ['loss per cell', `${(100 * f.lossPerCell).toFixed(3)} %`],
      ['seconds', f.seconds],
      ['left out', f.leftOut.join(', ') || 'nothing'],
      ['left untouched', f.untouched.join(', ') || 'nothing'],
    ],
  )
  if (f.untouched.length > 0)
    terminal.print('\nUntouched columns are published as they are: check that nobody can be recognised by them.')
}
