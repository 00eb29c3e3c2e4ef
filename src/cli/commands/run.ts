import { type Command, Option } from 'commander'
import { anyCapability, CAPABILITY_NAMES, type CapabilityName, capabilitiesOf } from '../../jobs/registry.ts'
import { jobFrom } from '../../jobs/spec-job.ts'
import { badInput } from '../../request-error.ts'
import type { RunOptions } from '../../run/index.ts'
import type { SpecFile } from '../../spec/index.ts'
import { type CommandContext, command, RESUMES, withContext } from '../command.ts'
import { inItsPlace, saysSpec } from '../field-names.ts'
import { collect, fromOne, newRelease, seconds, wholeNumber } from '../options.ts'
import {
  contextFor,
  drawingOptions,
  type PrivateFlags,
  runCapability,
  threadsOption,
  writingOptions,
} from '../run-capability.ts'
import { clusterOption } from './run-place.ts'
import { runShared, type SharingFlags, showRelease } from './run-shared.ts'
import { cancelCommand, logsCommand, retryCommand, statusCommand } from './run-watch.ts'

interface Flags extends PrivateFlags, SharingFlags {
  readonly as?: CapabilityName
}

export function runCommand(): Command {
  const self = command(
    'run',
    'Run what a spec asks for; with workers elsewhere when it is large.',
    `tacet run town.yaml --out release
tacet run land.yaml --run-dir /shared/run --workers 4
tacet run land.yaml --run-dir /shared/run --slurm --slurm-limit 64
tacet run land.yaml --cluster postgres://tacet@db/land --workers 0
tacet run status /shared/run`,
  )
    .argument('<spec>', 'YAML or JSON; or one of the commands below')
    .addOption(
      new Option('--as <capability>', 'what to do, where the spec has parts for several').choices(CAPABILITY_NAMES),
    )
  self.enablePositionalOptions() // after `status` and the like, options are theirs
  return sharingOptions(drawingOptions(writingOptions(self, 'NAME')))
    .addOption(threadsOption('how many threads draw and solve at once; one per processor without it'))
    .addCommand(statusCommand())
    .addCommand(cancelCommand())
    .addCommand(retryCommand())
    .addCommand(logsCommand())
    .action((path: string, flags: Flags, given: Command) =>
      withContext(flags, (context) => runSpec(path, flags, given, context), RESUMES),
    )
}

export function sharingOptions(self: Command): Command {
  return self
    .addOption(clusterOption())
    .option('--run-dir <folder>', 'share the work through this folder: local workers, other machines, Slurm')
    .option('--workers <n>', 'how many worker processes to start here; one per processor without it', wholeNumber)
    .option('--slurm', 'with --run-dir: have Slurm start the workers, one array of jobs per level')
    .option('--slurm-limit <n>', 'tasks of an array that run at once', fromOne, 100)
    .option('--slurm-option <text>', 'one more option for sbatch, such as --partition=long; repeatable', collect, [])
    .option('--chunk-seconds <time>', 'how long a chunk should take, about', seconds, 2)
    .option('--heartbeat <time>', 'a worker that is silent for so long is given up', seconds, 30)
}

async function runSpec(path: string, flags: Flags, given: Command, context: CommandContext): Promise<void> {
  const { readSpec } = await import('../../data/index.ts')
  const { resolve } = await import('node:path')
  const isShared = flags.runDir !== undefined || flags.cluster !== undefined
  const spec = await readSpec(isShared ? resolve(path) : path)
  const name = chosen(spec, flags.as)
  const capability = anyCapability(name)
  const job = jobFrom(spec)
  saysSpec(given)
  if (!isShared) {
    refuseAlone(flags)
    showRelease(context.terminal, await runCapability(capability, { job, flags: given, file: spec }, flags, context))
    return
  }
  try {
    const out = resolve(await newRelease(flags.out, name))
    const { options } = await contextFor({ ...flags, out }, context)
    showRelease(context.terminal, await runShared({ capability: name, job, options: plain(options) }, flags, context))
  } catch (error) {
    throw await inItsPlace(error, given, spec, name)
  }
}

/** As JSON would store it. */
function plain(options: RunOptions): RunOptions {
  return JSON.parse(JSON.stringify(options)) as RunOptions
}

function refuseAlone({ slurm, workers }: SharingFlags): void {
  if (slurm === true || workers !== undefined)
    throw badInput(
      '--workers and --slurm share the work: name a folder for it with --run-dir, or a database with --cluster.',
    )
}

/** A workload can be measured alone, but what is meant is the release from the top down. */
function chosen(spec: SpecFile, asked: CapabilityName | undefined): CapabilityName {
  const found = capabilitiesOf(spec).filter((name) => !anyCapability(name).isStep)
  if (asked !== undefined) return asked
  if (found.length === 1) return found[0]
  if (found.length === 0) throw badInput(`${spec.path} asks for nothing: it has no part that a command could do.`)
  throw badInput(`${spec.path} has parts for ${found.join(', ')}: choose one with --as.`)
}
