/** The command of a capability, made of what the capability says of itself. */
import { type Command, Option } from 'commander'
import type { AnyCapability } from '../jobs/registry.ts'
import { badInput } from '../request-error.ts'
import { askedJob } from './asked-job.ts'
import { type CommandContext, command, withContext } from './command.ts'
import { addDeclared, declarationOf, declaredOptions } from './declared-options.ts'
import { formatOption, plainCellsOption } from './options.ts'
import {
  drawingOptions,
  type PrivateFlags,
  runCapability,
  showOn,
  threadsOption,
  writingOptions,
} from './run-capability.ts'

interface Flags extends PrivateFlags {
  readonly printSpec?: boolean
}

export function capabilityCommand(capability: AnyCapability): Command {
  const { name, words, flags: declared } = capability
  const self = command(name, words.does, words.examples)
  self.argument(
    declared === null ? '<spec>' : `<${declared.data[0] === 'source' ? 'data' : declared.data.at(-1)}>`,
    words.takes,
  )
  addDeclared(self, declaredOptions(capability))
  outputOptions(capability, self)
  return self.action((data: string, flags: Flags, given: Command) =>
    withContext(flags, (context) => runCommand(capability, data, flags, given, context), words.ifStopped),
  )
}

function outputOptions({ name, words, draws, writes }: AnyCapability, self: Command): void {
  self.optionsGroup('Output:')
  if (writes === 'always') writingOptions(self, name)
  else
    self
      .option('--out <folder>', 'a new folder for what is found, a report and a manifest')
      .addOption(formatOption())
      .addOption(plainCellsOption())
  self.addOption(new Option('--print-spec', 'print the spec that the flags stand for, and do nothing'))
  if (draws) drawingOptions(self, words.evaluated)
  if (words.threads !== null) self.addOption(threadsOption(words.threads))
}

async function runCommand(
  capability: AnyCapability,
  data: string,
  flags: Flags,
  given: Command,
  context: CommandContext,
): Promise<void> {
  const { terminal } = context
  if (flags.printSpec === true) {
    const { job } = await askedJob(capability, data, given, 'here')
    terminal.print(job.spec.text.trimEnd())
    terminal.result({ spec: job.spec.text })
    return
  }
  const asked = await askedJob(capability, data, given)
  const out = folderAsked(flags, given)
  checkOutput(capability, flags, out)
  const { seed, ...rest } = flags
  const options = {
    ...rest,
    ...(out !== undefined && { out }),
    ...(capability.draws && seed !== undefined && { seed }),
  }
  const release = await runCapability(capability, asked, options, context)
  showOn(terminal, await capability.show(release, asked.job))
}

/** `--out`, or a flag of a field that names the folder too. */
function folderAsked({ out }: Flags, given: Command): string | undefined {
  const named = given.options.find(
    (option) =>
      declarationOf(option)?.words.folder === true && given.getOptionValueSource(option.attributeName()) === 'cli',
  )
  if (named === undefined) return out
  if (out !== undefined)
    throw badInput(`${named.long} and --out: one folder may be published and the other may not. Run once for each.`)
  return String(given.getOptionValue(named.attributeName()))
}

function checkOutput({ writes }: AnyCapability, { format }: Flags, out: string | undefined): void {
  if (writes === 'when asked' && format !== undefined && out === undefined)
    throw badInput('--format does nothing without --out: it is the format of the files written.')
}
