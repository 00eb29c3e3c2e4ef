/** From the flags that all releasing commands share to a run of a capability. */
import { type Command, Option } from 'commander'
import type { OutputFormat } from '../data/index.ts'
import { type AnyCapability, type CapabilityName, checkJob } from '../jobs/registry.ts'
import type { Line, Release, RunContext, RunEvent, Shown } from '../run/index.ts'
import type { AskedJob } from './asked-job.ts'
import type { CommandContext, WorkTerminal } from './command.ts'
import { inItsPlace, withFlags } from './field-names.ts'
import { formatOption, fromOne, newRelease, plainCellsOption } from './options.ts'
import { phaseWords } from './phase-words.ts'

const RESUMED = 'Resumed a stopped run: what it had drawn and solved was used as it was.'

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

export function writingOptions(command: Command, name: string): Command {
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

/** Tells the terminal what a run tells. */
export function eventsTo({ terminal }: Pick<CommandContext, 'terminal'>): (event: RunEvent) => void {
  return (event) => {
    if (event.kind === 'phase') terminal.progress.phase(phaseWords(event), event.total, event.expected)
    else if (event.kind === 'done') terminal.progress.done(event.units, event.total)
    else if (event.kind === 'note') terminal.alert('warning', 'Warning:', withFlags(event.text))
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

/** Runs a job into a folder, the one asked for or the first free one; into none where the capability writes only when asked. */
export async function runCapability(
  capability: AnyCapability,
  { job, flags: given, file }: AskedJob,
  flags: Partial<PrivateFlags>,
  context: CommandContext,
): Promise<Release<unknown>> {
  const name = capability.name as CapabilityName
  try {
    const checked = checkJob(name, job)
    const unplaced = capability.writes === 'when asked' && flags.out === undefined
    const placed = unplaced ? flags : { ...flags, out: await newRelease(flags.out, name) }
    return await capability.run(checked, await contextFor(placed, context))
  } catch (error) {
    throw await inItsPlace(error, given, file, name)
  }
}

/** Prints what is to be shown; what speaks against it makes the command fail. */
export function showOn(terminal: WorkTerminal, { lines, document, complaint }: Shown): void {
  showLines(terminal, lines)
  terminal.result(document)
  if (complaint === undefined) return
  terminal.alert('wrong', '--strict:', complaint)
  process.exitCode = 1
}

export function showLines(terminal: WorkTerminal, lines: readonly Line[]): void {
  for (const line of lines) {
    if (line.kind === 'text') terminal.print(line.text)
    else if (line.kind === 'mark') terminal.mark(line.tone, line.label, line.text)
    else terminal.table(line.head, line.rows)
  }
}
