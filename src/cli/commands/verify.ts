import type { Command } from 'commander'
import { command, withContext } from '../command.ts'

interface Options {
  readonly json?: boolean
  readonly quiet?: boolean
  readonly ledger?: string
  readonly model?: string
  readonly earlier?: string
}

export function verifyCommand(): Command {
  return command(
    'verify',
    'Check a release again: files, spec, figures, privacy statement, ledger entry.',
    `tacet verify release
tacet verify release --ledger tacet-ledger.jsonl
tacet verify decision --model transport.lp
tacet verify second --earlier release`,
  )
    .argument('<release>', 'the folder of a release')
    .option('--ledger <file>', 'also look the run up in this ledger')
    .option('--model <file>', 'a decision: check every constraint of this model (or spec) at its true right-hand sides')
    .option('--earlier <release>', 'a top-down extension: check that this release is its exact margin')
    .action((folder: string, options: Options) =>
      withContext(options, async ({ terminal }) => {
        const { verifyRelease } = await import('../../run/index.ts')
        const { manifest, checks } = await verifyRelease(folder, options)
        for (const { name, ok, detail } of checks) terminal.print(`${ok ? 'ok   ' : 'WRONG'}  ${name}: ${detail}`)
        const wrong = checks.filter((check) => !check.ok)
        if (manifest.stamp !== null) terminal.print(`\n${manifest.stamp}: must not be published.`)
        terminal.print(
          wrong.length === 0 ? `\n${folder} is what it says it is.` : `\n${folder} is NOT what it says it is.`,
        )
        terminal.result({ ok: wrong.length === 0, runId: manifest.runId, stamp: manifest.stamp, checks })
        if (wrong.length > 0) process.exitCode = 1
      }),
    )
}
