import type { Command } from 'commander'
import type { MeasureFigures } from '../../jobs/index.ts'
import { readableLoss } from '../../privacy/readable-loss.ts'
import type { Release } from '../../run/index.ts'
import { command, RESUMES, type WorkTerminal, withContext } from '../command.ts'
import { mustNotBePublished, wrote } from '../release-lines.ts'
import { drawingOptions, type PrivateFlags, runCapability, threadsOption, writingOptions } from '../run-capability.ts'

export function measureCommand(): Command {
  const self = command(
    'measure',
    'Draw the noisy measurements of a spec and write them, with their variances, as a file to publish.',
    `tacet plan town.yaml
tacet measure town.yaml --out release
tacet measure town.yaml --out trial --seed 7 --evaluate    # a simulation: NOT PRIVATE, leaves the ledger alone`,
  ).argument('<spec>', 'YAML or JSON; `tacet init` writes an example')
  return drawingOptions(writingOptions(self, 'measure'))
    .addOption(threadsOption('how many workers draw at once; one per processor without it'))
    .action((path: string, flags: PrivateFlags, given: Command) =>
      withContext(
        flags,
        async (context) => {
          const { readSpec } = await import('../../data/index.ts')
          const { capabilities } = await import('../../jobs/index.ts')
          const spec = await readSpec(path)
          const job = capabilities.measure.fromSpec(spec)
          show(context.terminal, await runCapability('measure', { job, flags: given, spec }, flags, context))
        },
        RESUMES,
      ),
    )
}

function show(terminal: WorkTerminal, { out, manifest, figures }: Release<MeasureFigures>): void {
  if (out === null || manifest === null) return
  const { levels, queries, evaluation } = figures
  mustNotBePublished(terminal, manifest.stamp)
  terminal.print(`Privacy loss: ${readableLoss(String(manifest.privacy.words))}`)
  if (evaluation !== undefined) {
    const rows = evaluation.queries.map((q) => [q.level, q.query, q.meanAbsolute, q.largestAbsolute, q.bias])
    terminal.print()
    terminal.table(['level', 'query', 'mean absolute error', 'largest', 'bias'], rows)
    terminal.print()
  }
  wrote(terminal, out, manifest)
  const { stamp, runId, privacy } = manifest
  terminal.result({ out, stamp, runId, levels, queries, privacy, evaluation })
}
