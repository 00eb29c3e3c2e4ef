import type { Command } from 'commander'
import { badInput } from '../../request-error.ts'
import { command, withContext } from '../command.ts'
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
tacet plan households.yaml --fit    # shares of the levels from groups.weights`,
  )
    .argument('<spec>', 'YAML or JSON; `tacet init` writes an example')
    .option('--fit', 'group sizes: also find the shares of the levels that fit groups.weights')
    .action((path: string, options: { json?: boolean; quiet?: boolean; fit?: boolean }) =>
      withContext(options, async ({ terminal }) => {
        const run = await import('../../run/index.ts')
        const file = await run.readSpec(path)
        const { decide, groups, workload } = file.spec
        if (options.fit === true && groups === undefined)
          throw badInput(`--fit finds the shares of group sizes, and ${path} has no \`groups\`. Leave it out.`)
        const documents: object[] = []
        if (workload.length > 0 || (decide === undefined && groups === undefined)) {
          terminal.progress.phase('Reading the regions')
          const release = run.prepareRelease(file)
          const regions = await run.readRegions(release)
          for (const warning of await run.planWarnings(release)) terminal.alert('warning', 'Warning:', warning)
          documents.push(await showMeasurePlan(terminal, release, regions))
          const plan = await run.planTopdown(file, regions)
          await showTopdownPlan(terminal, plan)
          documents.push({ topdown: plan })
        }
        if (groups !== undefined) {
          terminal.progress.phase('Reading the regions')
          const plan = await run.planGroupsJob(run.jobFromSpec(file), options.fit)
          showGroupsPlan(terminal, plan)
          documents.push({ groups: plan })
        }
        if (decide !== undefined) {
          terminal.progress.phase('Solving at the public floor')
          const plan = await run.planDecide(run.decideFromSpec(file, { all: true }))
          showDecidePlan(terminal, plan)
          documents.push({ decide: plan })
        }
        terminal.result(Object.assign({}, ...documents))
      }),
    )
}
