import type { Command } from 'commander'
import { type AnyCapability, anyCapability, CAPABILITY_NAMES, capabilitiesOf } from '../../jobs/registry.ts'
import { jobFrom } from '../../jobs/spec-job.ts'
import { badInput } from '../../request-error.ts'
import { fieldsOf, type SpecFile } from '../../spec/index.ts'
import { type CommandContext, command, withContext } from '../command.ts'
import { inSpec } from '../field-names.ts'
import { contextFor, showLines } from '../run-capability.ts'

export function planCommand(): Command {
  return command(
    'plan',
    'Dry run: what a spec would measure, its budget, sensitivity, predicted error, time and memory. Draws and spends nothing.',
    `tacet plan town.yaml
tacet plan town.yaml --json
tacet plan town.yaml --fit          # shares from topdown.weights or topdown.targets
tacet plan households.yaml --fit    # shares of the levels from groups.weights`,
  )
    .argument('<spec>', 'YAML or JSON; `tacet init` writes an example')
    .option('--fit', 'also find the shares that fit topdown.weights, topdown.targets or groups.weights')
    .action((path: string, options: { json?: boolean; quiet?: boolean; fit?: boolean }) =>
      withContext(options, async (context) => {
        const { readSpec } = await import('../../data/index.ts')
        const file = await readSpec(path)
        if (options.fit === true && !planned(file).some(fits))
          throw badInput(`--fit finds shares of a budget, and ${path} has none to share. Leave it out.`)
        try {
          context.terminal.result(await planAll(file, options.fit === true, context))
        } catch (error) {
          throw await inSpec(error, file, '')
        }
      }),
    )
}

/** Every part that the spec has, in one document. */
async function planAll(file: SpecFile, fit: boolean, context: CommandContext): Promise<object> {
  const run = await contextFor({}, context)
  const documents: unknown[] = []
  for (const capability of planned(file)) {
    const job = { ...jobFrom(file), ...(fit && fits(capability) && { fit }) }
    const { lines, document } = await capability.showPlan(await capability.plan(job, run))
    showLines(context.terminal, lines)
    documents.push(document)
  }
  run.signal.throwIfAborted()
  return Object.assign({}, ...documents) as object
}

/** Where a spec asks for nothing, what the first capability says is missing. */
function planned(file: SpecFile): readonly AnyCapability[] {
  const all = capabilitiesOf(file)
  const whole = all.filter((name) => !anyCapability(name).isStep)
  const asked = whole.length > 0 ? whole : all // a plan of the whole shows its steps
  return (asked.length > 0 ? asked : CAPABILITY_NAMES.slice(0, 1)).map(anyCapability)
}

/** Whether a plan of it also finds the shares that fit. */
function fits({ job }: AnyCapability): boolean {
  return fieldsOf(job).some(({ path }) => path.join('.') === 'fit')
}
