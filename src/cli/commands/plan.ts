import type { Command } from 'commander'
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
tacet plan town.yaml --json`,
  )
    .argument('<spec>', 'YAML or JSON; `tacet init` writes an example')
    .action((path: string, options: { json?: boolean; quiet?: boolean }) =>
      withContext(options, async ({ terminal }) => {
        const { readSpec } = await import('../../data/index.ts')
        const { prepareRelease, readRegions, planWarnings } = await import('../../run/index.ts')
        const { planTopdown, planGroupsJob, jobFromSpec, planDecide, decideFromSpec } = await import(
          '../../jobs/index.ts'
        )
        const file = await readSpec(path)
        const { decide, groups, workload } = file.spec
        const documents: object[] = []
        if (workload.length > 0 || (decide === undefined && groups === undefined)) {
          terminal.progress.phase('Reading the regions')
          const release = prepareRelease(file)
          const regions = await readRegions(release)
          for (const warning of await planWarnings(release)) terminal.alert('warning', 'Warning:', warning)
          documents.push(await showMeasurePlan(terminal, release, regions))
          const plan = await planTopdown(file, regions)
          await showTopdownPlan(terminal, plan)
          documents.push({ topdown: plan })
        }
        if (groups !== undefined) {
          terminal.progress.phase('Reading the regions')
          const plan = await planGroupsJob(jobFromSpec(file))
          showGroupsPlan(terminal, plan)
          documents.push({ groups: plan })
        }
        if (decide !== undefined) {
          terminal.progress.phase('Solving at the public floor')
          const plan = await planDecide(decideFromSpec(file, { all: true }))
          showDecidePlan(terminal, plan)
          documents.push({ decide: plan })
        }
        terminal.result(Object.assign({}, ...documents))
      }),
    )
}
