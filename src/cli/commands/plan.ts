import type { Command } from 'commander'
import { command, withContext } from '../command.ts'
import { textTable } from '../table.ts'

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
        const { readHierarchy, withDatabase } = await import('../../data/index.ts')
        const run = await import('../../run/index.ts')
        const release = run.prepareRelease(await run.readSpec(path))
        terminal.progress.phase('Reading the regions')
        const hierarchy = await withDatabase({}, (db) => readHierarchy(db, release.source, release.geography))
        const plan = run.planRelease(release, hierarchy)
        const privacy = run.privacyDocument(plan)
        const queries = run.queryDocuments(plan, hierarchy)
        const levels = run.levelDocuments(hierarchy)
        const estimate = run.estimateRelease(plan)
        terminal.print(`Privacy loss: ${privacy.words}`)
        for (const line of privacy.statement) terminal.print(`  ${line}`)
        terminal.print()
        terminal.print(
          textTable(
            ['level', 'regions', 'query', 'answers', 'budget %', 'sensitivity', 'standard error', 'margin (95 %)'],
            queries.map((q) => [
              q.level,
              q.regions,
              q.query,
              q.answers,
              q.noise === 'exact' ? 'public' : `${(100 * q.share).toFixed(1)}`,
              q.sensitivity,
              q.standardError,
              q.margin95,
            ]),
          ),
        )
        for (const fact of plan.facts) terminal.print(`\nPublic: ${fact.words}`)
        for (const remark of plan.remarks) terminal.print(`\nNote: ${remark}`)
        const { entries, seconds, memoryBytes, diskBytes } = estimate
        terminal.print(
          `\n${entries.toLocaleString('en')} answers; about ${run.formatSeconds(seconds)}, ${run.formatBytes(memoryBytes)} of memory, ` +
            `${run.formatBytes(diskBytes)} of disk while it runs.`,
        )
        terminal.print(`Ledger: ${release.ledgerPath}`)
        terminal.result({
          levels,
          queries,
          privacy,
          facts: plan.facts,
          remarks: plan.remarks,
          estimate,
          ledger: release.ledgerPath,
        })
      }),
    )
}
