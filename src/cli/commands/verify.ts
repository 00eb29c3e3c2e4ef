import type { Command } from 'commander'
import { capabilityOf } from '../../jobs/registry.ts'
import { mustNotBePublished } from '../../run/release-lines.ts'
import { visibleLine } from '../../visible-text.ts'
import { command, type WorkTerminal, withContext } from '../command.ts'
import { withFlags } from '../field-names.ts'

import { contextFor } from '../run-capability.ts'

interface Options {
  readonly json?: boolean
  readonly quiet?: boolean
  readonly ledger?: string
  readonly model?: string
  readonly earlier?: string
  readonly privatePart?: string
  readonly resolve?: string | boolean
}

export function verifyCommand(): Command {
  return command(
    'verify',
    'Check a release again: files, spec, figures, privacy statement, ledger entry.',
    `tacet verify release
tacet verify release --ledger tacet-ledger.jsonl
tacet verify decision --model transport.lp
tacet verify second --earlier release
tacet verify table --private-part table.private.json
tacet verify release --resolve                       # solve again and compare every byte of the tables`,
  )
    .argument('<release>', 'the folder of a release')
    .option('--ledger <file>', 'also look the run up in this ledger')
    .option('--model <file>', 'a decision: check every constraint of this model (or spec) at its true right-hand sides')
    .option('--earlier <release>', 'a top-down extension: check that this release is its exact margin')
    .option('--private-part <file>', 'a protected table: also check the rules, needs and proofs in its private part')
    .option(
      '--resolve [folder]',
      'also solve again from the published measurements and compare every byte; the folder has the public files that the spec names',
    )
    .action((folder: string, { resolve, ...options }: Options) =>
      withContext(options, async (context) => {
        const { terminal } = context
        const { resolveRelease, verifyRelease } = await import('../../jobs/index.ts')
        const { manifest, checks: own } = await verifyRelease(folder, options)
        const { earlier } = options
        const files = typeof resolve === 'string' ? { beside: resolve } : {}
        const { workingOf } = await import('../../run/index.ts')
        const working = workingOf(await contextFor({}, context))
        const request = { ...files, ...(earlier !== undefined && { earlier }), working }
        const found = resolve === undefined ? own : [...own, await resolveRelease(folder, request)]
        const checks = found.map((check) => ({ ...check, detail: withFlags(check.detail) }))
        for (const { name, ok, detail } of checks)
          terminal.mark(ok ? 'ok' : 'wrong', ok ? 'ok    ' : 'WRONG ', `${name}: ${visibleLine(detail)}`)
        const wrong = checks.filter((check) => !check.ok)
        terminal.print()
        mustNotBePublished(terminal, manifest.stamp)
        showVerdict(terminal, folder, checks.length, wrong.length)
        const meaning = capabilityOf(manifest.command)?.words.verified(manifest) ?? []
        if (wrong.length === 0) for (const line of meaning) terminal.print(line)
        if (options.model === undefined)
          terminal.print('Not checked: the confidential data themselves, which verify never reads.')
        terminal.result({ ok: wrong.length === 0, runId: manifest.runId, stamp: manifest.stamp, checks, meaning })
        if (wrong.length > 0) process.exitCode = 1
      }),
    )
}

function showVerdict(terminal: WorkTerminal, folder: string, checks: number, wrong: number): void {
  if (wrong > 0) terminal.mark('wrong', `${wrong} of ${checks} checks failed:`, `${folder} must not be relied on.`)
  else terminal.mark('ok', `All ${checks} checks passed:`, `${folder} agrees with its own manifest, spec and figures.`)
}
