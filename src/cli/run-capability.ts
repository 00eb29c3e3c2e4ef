/** From the flags that all releasing commands share to a run of a capability. */
import { type Command, Option } from 'commander'
import type { OutputFormat } from '../data/index.ts'
import type { FiguresOf, JobOf } from '../jobs/index.ts'
import type { CapabilityName, Release, RunContext, RunEvent } from '../run/index.ts'
import type { SpecFile } from '../spec/index.ts'
import type { CommandContext } from './command.ts'
import { inFlags, inSpec, isFlag } from './field-names.ts'
import { formatOption, fromOne, newRelease, plainCellsOption } from './options.ts'
import { phaseWords } from './phase-words.ts'
import { RESUMED } from './release-lines.ts'

/** What any command takes that writes a release. */
export interface ReleaseFlags {
  readonly json?: boolean
  readonly quiet?: boolean
  readonly out?: string
  readonly format?: OutputFormat
  readonly spreadsheetSafe: boolean
}

/** And what those take that draw. */
export interface PrivateFlags extends ReleaseFlags {
  readonly seed?: string
  readonly ledgerReason?: string
  readonly evaluate?: boolean
  readonly threads?: number
}

export function writingOptions(command: Command, name: CapabilityName): Command {
  return command
    .option('--out <folder>', `a new folder for the release; tacet-${name} without it`)
    .addOption(formatOption())
    .addOption(plainCellsOption())
}

/** `evaluated`: what --evaluate adds. */
export function drawingOptions(command: Command, evaluated = 'compare with the truth'): Command {
  return command
    .option('--ledger-reason <text>', 'why these data get another ledger than the one they have; written into both')
    .option('--seed <text>', 'simulate: repeatable and NOT PRIVATE; nothing is charged')
    .option('--evaluate', `${evaluated}: the release becomes CONFIDENTIAL`)
}

export function threadsOption(words: string): Option {
  return new Option('--threads <n>', words).argParser(fromOne)
}

/** Flags that say where to and how; the rest are the job. */
export function jobFlags<F extends Partial<PrivateFlags>>(flags: F): Omit<F, keyof PrivateFlags> {
  const { json, quiet, out, format, spreadsheetSafe, seed, ledgerReason, evaluate, threads, ...rest } = flags
  return rest
}

/** Tells the terminal what a run tells. */
export function eventsTo({ terminal }: Pick<CommandContext, 'terminal'>): (event: RunEvent) => void {
  return (event) => {
    if (event.kind === 'phase') terminal.progress.phase(phaseWords(event), event.total, event.expected)
    else if (event.kind === 'done') terminal.progress.done(event.units, event.total)
    else if (event.kind === 'note') terminal.alert('warning', 'Warning:', event.text)
    else if (event.kind === 'resumed') terminal.note(RESUMED)
  }
}

export async function contextFor(flags: Partial<PrivateFlags>, context: CommandContext): Promise<RunContext> {
  const { localContext, threads } = await import('../run/index.ts')
  const { out, format, spreadsheetSafe, seed, ledgerReason, evaluate } = flags
  const options = {
    ...(out !== undefined && { out }),
    ...(format !== undefined && { format }),
    ...(spreadsheetSafe !== undefined && { spreadsheetSafe }),
    ...(seed !== undefined && { seed }),
    ...(ledgerReason !== undefined && { ledgerReason }),
    ...(evaluate !== undefined && { evaluate }),
  }
  return localContext(options, {
    events: eventsTo(context),
    signal: context.signal,
    ...(flags.threads !== undefined && { scheduler: threads(flags.threads) }),
  })
}

/** The job with where it comes from, so that a complaint can name the place. */
export interface GivenJob {
  readonly job: unknown
  readonly flags: Command
  readonly spec?: SpecFile
}

/** Runs a job into a folder, the one asked for or the first free one; `mayPrint`: into none unless one is asked for. */
export async function runCapability<N extends CapabilityName>(
  name: N,
  { job, flags: given, spec }: GivenJob,
  flags: PrivateFlags,
  context: CommandContext,
  mayPrint = false,
): Promise<Release<FiguresOf<N>>> {
  const { capabilities, checkJob } = await import('../jobs/index.ts')
  try {
    const checked = checkJob(name, job)
    const placed = mayPrint && flags.out === undefined ? flags : { ...flags, out: await newRelease(flags.out, name) }
    const run = capabilities[name].run as (job: JobOf<N>, context: RunContext) => Promise<Release<FiguresOf<N>>>
    return await run(checked, await contextFor(placed, context))
  } catch (error) {
    throw spec === undefined || isFlag(error, given) ? inFlags(error, given) : await inSpec(error, spec, name)
  }
}
