import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Command } from 'commander'
import { command, withContext } from '../command.ts'
import { contextFor } from '../run-capability.ts'

export function demoCommand(): Command {
  return command(
    'demo',
    'A worked example, end to end, on a synthetic town that is made on the spot.',
    'tacet demo\ntacet demo --out my-demo',
  )
    .option('--out <folder>', 'a new folder for it', 'demo')
    .action((options: { json?: boolean; quiet?: boolean; out: string }) =>
      withContext(options, async (context) => {
        const { terminal } = context
        const { demoAudit, demoRelease, writeTown } = await import('../demo/run-demo.ts')
        const { formatSeconds } = await import('../../run/index.ts')
        const { verifyRelease } = await import('../../jobs/index.ts')
        const folder = freeName(options.out)
        const start = performance.now()
        const run = await contextFor({}, context)
        terminal.progress.phase('Making a town')
        const files = await writeTown(folder)
        const { manifest, figures } = await demoRelease(files, run)
        const out = join(folder, 'release')
        const { checks } = await verifyRelease(out, { ledger: join(folder, 'tacet-ledger.jsonl') })
        const audited = await demoAudit(files, run)
        const seconds = (performance.now() - start) / 1000
        terminal.print(`A town of ${files.persons.toLocaleString('en')} people: ${files.people}`)
        terminal.print(`Its plan: ${files.spec}`)
        terminal.print(
          `\nReleased with ${manifest?.privacy.words}, whole counts that add up from block to town; the noise in them:\n`,
        )
        const rows = figures.queries.map((q) => [q.level, q.regions, q.query, q.standardError, q.margin95])
        terminal.table(['level', 'regions', 'query', 'standard error', 'margin (95 %)'], rows)
        const passed = checks.filter((check) => check.ok).length
        terminal.print(`\nVerified: ${passed} of ${checks.length} checks passed.`)
        const { cells, shape } = audited
        terminal.print(
          `\nAudited: the shares of marital status by education, ${shape.rows} x ${shape.columns}, look harmless. With the number of ` +
            `people they disclose every count that is not 0, ${cells.disclosed} in all.`,
        )
        terminal.print(`\nDone in ${formatSeconds(seconds)}. Open the reports:`)
        for (const report of [out, join(folder, 'audit')]) {
          terminal.print(`  ${pathToFileURL(join(report, 'report.html')).href}`)
        }
        terminal.print(`What has been spent: tacet ledger show ${join(folder, 'tacet-ledger.jsonl')}`)
        terminal.print(`Look at all of it in a web page: tacet studio ${folder}`)
        terminal.result({
          folder,
          people: files.persons,
          release: out,
          checks,
          privacy: manifest?.privacy,
          audit: { shape, cells },
          seconds,
        })
      }),
    )
}

/** A second demo goes beside the first. */
function freeName(folder: string): string {
  if (!existsSync(folder)) return folder
  for (let i = 2; ; i++) if (!existsSync(`${folder}-${i}`)) return `${folder}-${i}`
}
