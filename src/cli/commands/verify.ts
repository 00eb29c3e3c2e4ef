import type { Command } from 'commander'
import { capabilityOf } from '../../jobs/registry.ts'
import type { Working } from '../../run/context.ts'
import { workingOf } from '../../run/context.ts'
import { mustNotBePublished } from '../../run/release-lines.ts'
import type { Check } from '../../verify/check.ts'
import { notVouchedFor as unvouched } from '../../verify/not-vouched.ts'
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
  readonly key?: string
  readonly privatePart?: string
  readonly published?: string
  readonly resolve?: string | boolean
}

export function verifyCommand(): Command {
  return command(
    'verify',
    'Check a release again: files, spec, figures, privacy statement, ledger entry.',
    `tacet verify release
tacet verify release --ledger tacet-ledger.jsonl
tacet verify release --key tacet-ed25519:...         # who vouches for it, without the ledger
tacet verify decision --model transport.lp
tacet verify second --earlier release
tacet verify table --private-part table.private.json
tacet verify release --resolve                       # solve again and compare every byte of the tables`,
  )
    .argument('<release>', 'the folder of a release')
    .option('--ledger <file>', 'also look the run up in this ledger')
    .option('--key <key>', 'also check that it is signed with this public key, given as text or in a file')
    .option('--model <file>', 'a decision: check every constraint of this model (or spec) at its true right-hand sides')
    .option('--earlier <release>', 'a top-down extension: check that this release is its exact margin')
    .option('--private-part <file>', 'a protected table: also check the rules, needs and proofs in its private part')
    .option(
      '--published <file>',
      'a protected table: also check that it took every earlier release of this record into account',
    )
    .option(
      '--resolve [folder]',
      'also solve a large release again from the published measurements and compare every byte, the report included; a small one always is. The folder has the public files that the spec names',
    )
    .action((folder: string, { resolve, key: given, ...options }: Options) =>
      withContext(options, async (context) => {
        const { terminal } = context
        const { verifyRelease } = await import('../../jobs/index.ts')
        const key = given === undefined ? undefined : await keyOf(given)
        const { manifest, checks: own } = await verifyRelease(folder, { ...options, ...(key !== undefined && { key }) })
        const sound = own.every(({ ok }) => ok)
        const working = workingOf(await contextFor({}, context))
        const again =
          sound || resolve !== undefined ? await madeAgain(folder, resolve, options.earlier, working) : BROKEN
        const found = typeof again === 'string' ? own : [...own, again]
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
        const notVouchedFor = unvouched({
          manifest,
          ledger: options.ledger !== undefined,
          key: key !== undefined,
          notMadeAgain: typeof again === 'string' ? again : undefined,
        }).map(withFlags)
        for (const line of notVouchedFor) terminal.print(line)
        const { runId, stamp } = manifest
        terminal.result({ ok: wrong.length === 0, runId, stamp, checks, meaning, notVouchedFor })
        if (wrong.length > 0) process.exitCode = 1
      }),
    )
}

/** A key is said on the command line, or kept in a file. */
async function keyOf(given: string): Promise<string> {
  if (given.startsWith('tacet-')) return given
  const { readTextFile } = await import('../../data/index.ts')
  return readTextFile(given, `${given}: there is no such file, and it is no public key. "tacet ledger key" prints one.`)
}

const BROKEN = 'the standard errors, the tables and the report, since other checks failed'

/** The check, or why it was not made. */
async function madeAgain(
  folder: string,
  resolve: string | boolean | undefined,
  earlier: string | undefined,
  working: Working,
): Promise<Check | string> {
  const { resolveIfSmall, resolveRelease } = await import('../../jobs/index.ts')
  const beside = typeof resolve === 'string' ? { beside: resolve } : {}
  const request = { ...beside, ...(earlier !== undefined && { earlier }), working }
  return resolve === undefined ? resolveIfSmall(folder, request) : resolveRelease(folder, request)
}

function showVerdict(terminal: WorkTerminal, folder: string, checks: number, wrong: number): void {
  if (wrong > 0) terminal.mark('wrong', `${wrong} of ${checks} checks failed:`, `${folder} must not be relied on.`)
  else terminal.mark('ok', `All ${checks} checks passed:`, `${folder} agrees with its own manifest, spec and figures.`)
}
