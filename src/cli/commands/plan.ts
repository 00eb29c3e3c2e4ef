import type { Command } from 'commander'
import { badInput } from '../../request-error.ts'
import type { SpecFile } from '../../spec/index.ts'
import { type CommandContext, command, withContext } from '../command.ts'
import { inSpec } from '../field-names.ts'
import { contextFor } from '../run-capability.ts'
import { showAnonymizePlan } from './plan-anonymize.ts'
import { showDecidePlan } from './plan-decide.ts'
import { showGroupsPlan } from './plan-groups.ts'
import { showMeasurePlan } from './plan-measure.ts'
import { showTopdownPlan } from './plan-topdown.ts'

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
        if (options.fit === true && file.spec.groups === undefined && file.spec.workload.length === 0)
          throw badInput(`--fit finds shares, and ${path} has neither \`workload\` nor \`groups\`. Leave it out.`)
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
  const { capabilities, capabilitiesOf } = await import('../../jobs/index.ts')
  const { measure, topdown, groups, anonymize, decide } = capabilities
  const { terminal } = context
  const run = await contextFor({}, context)
  const parts = capabilitiesOf(file)
  const documents: object[] = []
  if (parts.includes('measure') || parts.length === 0) {
    const measured = await measure.plan(measure.fromSpec(file), run)
    await showMeasurePlan(terminal, measured)
    const plan = await topdown.plan({ ...topdown.fromSpec(file), ...(fit && { fit }) }, run)
    await showTopdownPlan(terminal, plan)
    documents.push(measured, { topdown: plan })
  }
  if (parts.includes('groups')) {
    const plan = await groups.plan({ ...groups.fromSpec(file), ...(fit && { fit }) }, run)
    showGroupsPlan(terminal, plan)
    documents.push({ groups: plan })
  }
  if (parts.includes('anonymize')) {
    const plan = await anonymize.plan(anonymize.fromSpec(file), run)
    await showAnonymizePlan(terminal, plan)
    documents.push({ anonymize: plan })
  }
  if (parts.includes('decide')) {
    const plan = await decide.plan(decide.fromSpec(file), run)
    showDecidePlan(terminal, plan)
    documents.push({ decide: plan })
  }
  return Object.assign({}, ...documents)
}
