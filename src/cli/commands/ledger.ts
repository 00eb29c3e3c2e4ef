import { Command, Option } from 'commander'
import type { LedgerTable } from '../../cluster/index.ts'
import { readableLoss } from '../../privacy/readable-loss.ts'
import { command, withContext } from '../command.ts'
import { inClusterFlag, openDatabase } from './run-place.ts'

interface Options {
  readonly json?: boolean
  readonly quiet?: boolean
  readonly cluster?: string | true
}

interface CapOptions extends Options {
  readonly epsilon?: string
  readonly rho?: string
  readonly delta?: string
  readonly none?: boolean
  readonly reason: string
}

const FILE = 'the ledger file, such as tacet-ledger.jsonl beside the data; with --cluster its name there'
const FILE_OR_CLUSTER =
  'the ledger file, such as tacet-ledger.jsonl beside the data: it must be named, except with --cluster, where this is its name in the database and may be left out if there is one alone'

export function ledgerCommand(): Command {
  return new Command('ledger')
    .description('Show, check, begin and cap the record of what has been spent on a data set.')
    .addCommand(showCommand(), { isDefault: true })
    .addCommand(verifyCommand())
    .addCommand(anchorCommand())
    .addCommand(keyCommand())
    .addCommand(initCommand())
    .addCommand(capCommand())
    .addCommand(abandonCommand())
}

/** The address may hold a password: without a value it is taken from the environment, which other users of a machine cannot see. */
function inDatabase(): Option {
  return new Option(
    '--cluster [url]',
    'the ledger is in a database: postgres://user@host/database, or the one in TACET_CLUSTER',
  )
}

/** A ledger as its keeper sees it, in a file or in a database. */
type KeptLedger = Omit<LedgerTable, 'path'> & { readonly name: string }

/** The ledger that is named: a file, or with --cluster one of the database. */
async function withLedger<T>(
  file: string | undefined,
  options: Options,
  work: (ledger: KeptLedger) => Promise<T>,
): Promise<T> {
  if (options.cluster !== undefined) {
    const { ledgerTable } = await import('../../cluster/index.ts')
    return withDatabase(options.cluster, async (database) => {
      const table = await ledgerTable(database, file)
      return work({ ...table, name: table.path })
    })
  }
  const { badInput } = await import('../../request-error.ts')
  if (file === undefined)
    throw badInput(
      'name the ledger: a file such as tacet-ledger.jsonl. It may be left out only with --cluster, which names a database.',
    )
  await checkLedgerFile(file)
  const ledger = (await import('../../ledger/index.ts')).LedgerFile.existing(file)
  return work({
    name: file,
    summary: async () => ledger.summary(),
    verified: async () => ledger.verified(),
    anchor: async () => ledger.anchor(),
    has: async (line) => ledger.has(line),
    setCap: (cap, reason) => ledger.setCap(cap, reason),
    abandon: (run, reason) => ledger.abandon(run, reason),
  })
}

async function withDatabase<T>(
  cluster: string | true,
  work: (database: import('../../cluster/index.ts').SqlDatabase) => Promise<T>,
): Promise<T> {
  const { badInput } = await import('../../request-error.ts')
  const url = cluster === true ? process.env.TACET_CLUSTER : cluster
  if (url === undefined) throw badInput('--cluster: give the address of the database, here or in TACET_CLUSTER.')
  const named = (error: unknown): never => {
    throw inClusterFlag(error)
  }
  const database = await openDatabase(url).catch(named)
  try {
    return await work(database).catch(named)
  } finally {
    await database.close()
  }
}

async function checkLedgerFile(file: string): Promise<void> {
  const { checkRegularFile } = await import('../../files/index.ts')
  checkRegularFile(
    file,
    'A ledger is a file such as tacet-ledger.jsonl, which the first release writes beside the data.',
  )
}

function showCommand(): Command {
  return command(
    'show',
    'Show what has been spent, by whom, and what is left.',
    'tacet ledger show tacet-ledger.jsonl\ntacet ledger show --cluster postgres://tacet@db/land',
  )
    .argument('[file]', FILE_OR_CLUSTER)
    .addOption(inDatabase())
    .action((file: string | undefined, options: Options) =>
      withContext(options, async ({ terminal }) => {
        const { dataset, unit, cap, spent, remaining, runs, lines, head, remarks } = await withLedger(
          file,
          options,
          (ledger) => ledger.summary(),
        )
        terminal.print(
          `Data:      ${dataset}\nUnit:      ${unit}\nCap:       ${cap === null ? 'none: spending is recorded and never refused' : readableLoss(cap)}`,
        )
        terminal.print(`Spent:     ${readableLoss(spent)}`)
        if (remaining !== null) terminal.print(`Remaining: ${remaining.decimal}`)
        for (const remark of remarks) terminal.print(`Note:      ${remark}`)
        terminal.print()
        const state = (run: (typeof runs)[number]): string =>
          run.abandoned !== undefined
            ? 'abandoned'
            : run.measurementsHash === undefined
              ? 'not finished'
              : run.published === undefined
                ? 'drawn'
                : 'published'
        terminal.table(
          ['run', 'purpose', 'cost', 'state'],
          runs.map((run) => [run.runId, run.purpose, readableLoss(run.cost), state(run)]),
        )
        terminal.result({ dataset, unit, cap, spent, remaining, runs, lines, head, remarks })
      }),
    )
}

function verifyCommand(): Command {
  return command(
    'verify',
    'Check every line of a ledger against its chain of hashes.',
    `tacet ledger verify tacet-ledger.jsonl
tacet ledger verify tacet-ledger.jsonl --anchor anchor.json`,
  )
    .argument('[file]', FILE_OR_CLUSTER)
    .addOption(inDatabase())
    .option('--anchor <file>', 'also check that the ledger still has the line of this anchor, or of this manifest.json')
    .action((file: string | undefined, options: Options & { anchor?: string }) =>
      withContext(options, async ({ terminal }) => {
        const { readAnchor } = await import('../../ledger/index.ts')
        const anchor = options.anchor === undefined ? undefined : await readAnchor(options.anchor)
        const { name, lines, head, isAnchored } = await withLedger(file, options, async (ledger) => ({
          ...(await ledger.verified()),
          name: ledger.name,
          isAnchored:
            anchor === undefined || (anchor.ledger === (await ledger.anchor()).ledger && (await ledger.has(anchor))),
        }))
        terminal.mark('ok', 'ok', `${name}: all ${lines} lines agree with their hashes; head ${head}`)
        if (anchor === undefined) {
          terminal.print(
            'This cannot show lines that were cut off together with the head: keep an anchor elsewhere (tacet ledger anchor).',
          )
        } else if (isAnchored) terminal.mark('ok', 'ok', `line ${anchor.index + 1} is the one of the anchor`)
        else {
          const why = 'the ledger was rolled back, changed or replaced after the anchor was made'
          terminal.mark('wrong', 'WRONG', `line ${anchor.index + 1} is not the one of the anchor: ${why}`)
          process.exitCode = 1
        }
        terminal.result({ ok: isAnchored, lines, head, ...(anchor && { anchor }) })
      }),
    )
}

function anchorCommand(): Command {
  return command(
    'anchor',
    'Print where the ledger stands, to be kept where its holder cannot change it.',
    `tacet ledger anchor tacet-ledger.jsonl
tacet ledger anchor tacet-ledger.jsonl --to anchor.json`,
  )
    .argument('[file]', FILE_OR_CLUSTER)
    .addOption(inDatabase())
    .option('--to <file>', 'also write it to a new file')
    .action((file: string | undefined, options: Options & { to?: string }) =>
      withContext(options, async ({ terminal }) => {
        const { writeNewFile } = await import('../../files/index.ts')
        const anchor = await withLedger(file, options, (ledger) => ledger.anchor())
        if (options.to !== undefined) await writeNewFile(options.to, `${JSON.stringify(anchor)}\n`)
        terminal.print(`Ledger ${anchor.ledger}, line ${anchor.index + 1}:\n${anchor.hash}`)
        terminal.print(
          '\nKeep it elsewhere. "tacet ledger verify --anchor" shows later whether the ledger still has this line.',
        )
        terminal.result(anchor)
      }),
    )
}

function keyCommand(): Command {
  return command(
    'key',
    'Make the key with which releases of this ledger are signed, and print its public half.',
    `tacet ledger key tacet-ledger.jsonl
tacet ledger key tacet-ledger.jsonl --to /media/usb/tacet.key
tacet verify release --key tacet-ed25519:...`,
  )
    .argument('<file>', 'the ledger file, such as tacet-ledger.jsonl beside the data')
    .option('--to <file>', 'keep the private key in this new file, and beside the ledger only where it is')
    .action((file: string, options: Options & { to?: string }) =>
      withContext(options, async ({ terminal }) => {
        await checkLedgerFile(file)
        const { LedgerFile, makeSigningKey } = await import('../../ledger/index.ts')
        LedgerFile.existing(file)
        const { key, made } = makeSigningKey(file, options.to)
        terminal.print(key)
        terminal.print(
          made
            ? `\nReleases charged to this ledger are signed from now on. The private key, ${options.to ?? `${file}.key`}, can be read by you alone: keep a copy elsewhere.`
            : '\nThis is the public half of the key that the ledger has.',
        )
        terminal.print(
          'Give the line above to whoever checks releases: "tacet verify RELEASE --key" compares the signature with it.',
        )
        terminal.result({ key, made })
      }),
    )
}

function initCommand(): Command {
  return command(
    'init',
    'Begin a ledger before the first release, so that it can be capped.',
    `tacet ledger init tacet-ledger.jsonl --dataset people.parquet
tacet ledger cap tacet-ledger.jsonl --epsilon 4 --reason "board decision of 3 May"`,
  )
    .argument('<file>', FILE)
    .addOption(inDatabase())
    .requiredOption('--dataset <name>', 'the name of the data file, or the table on a server')
    .option('--unit <text>', 'what two neighbouring data sets differ in', 'one record added or removed')
    .action((file: string, options: Options & { dataset: string; unit: string }) =>
      withContext(options, async ({ terminal }) => {
        const { dataset, unit } = options
        terminal.result(await begun(file, { dataset, unit }, options.cluster))
        terminal.print(`${file} is kept for "${dataset}" and protects: ${unit}`)
      }),
    )
}

async function begun(
  name: string,
  identity: import('../../ledger/index.ts').LedgerIdentity,
  cluster: string | true | undefined,
): Promise<unknown> {
  if (cluster !== undefined) {
    const { beginLedgerTable } = await import('../../cluster/index.ts')
    return withDatabase(cluster, async (database) => (await beginLedgerTable(database, name, identity)).summary())
  }
  const { LedgerFile } = await import('../../ledger/index.ts')
  await checkLedgerFile(name)
  await LedgerFile.open(name, identity)
  return LedgerFile.existing(name).summary()
}

function capCommand(): Command {
  return command(
    'cap',
    'Set the most that may ever be spent. A release beyond it is refused before anything is read.',
    `tacet ledger cap tacet-ledger.jsonl --epsilon 4 --reason "board decision of 3 May"
tacet ledger cap tacet-ledger.jsonl --rho 1/2 --reason "zCDP releases"
tacet ledger cap tacet-ledger.jsonl --epsilon 17 --delta 1e-10 --reason "as published"
tacet ledger cap tacet-ledger.jsonl --none --reason "only simulations"`,
  )
    .argument('[file]', FILE_OR_CLUSTER)
    .addOption(inDatabase())
    .option('--epsilon <number>', 'pure differential privacy, or with --delta approximate')
    .option('--delta <number>', 'with --epsilon: approximate')
    .option('--rho <number>', 'zero-concentrated differential privacy (zCDP)')
    .option('--none', 'no cap')
    .requiredOption('--reason <text>', 'who decided it: it is written into the ledger')
    .action((file: string | undefined, options: CapOptions) =>
      withContext(options, async ({ terminal }) => {
        const asked = await readCap(options)
        const { cap, spent, remaining } = await withLedger(file, options, async (ledger) => {
          await ledger.setCap(asked, options.reason)
          return ledger.summary()
        })
        terminal.print(
          `Cap: ${cap ?? 'none'}. Spent: ${spent}.${remaining === null ? '' : ` Remaining: ${remaining.decimal}.`}`,
        )
        terminal.result({ cap, spent, remaining })
      }),
    )
}

async function readCap({
  epsilon,
  delta,
  rho,
  none,
}: CapOptions): Promise<import('../../privacy/index.ts').Cap | undefined> {
  const { approximate, pure, zcdp } = await import('../../privacy/index.ts')
  const { parseRational } = await import('../../exact/index.ts')
  const { badInput } = await import('../../request-error.ts')
  const ways = [epsilon, rho, none].filter((way) => way !== undefined)
  if (ways.length !== 1 || (delta !== undefined && epsilon === undefined)) {
    throw badInput('Give the cap by one of --epsilon (with or without --delta), --rho and --none.')
  }
  if (none === true) return undefined
  type Cap = import('../../privacy/index.ts').Cap
  if (rho !== undefined) return zcdp(parseRational(rho, '--rho')) as Cap
  const value = parseRational(epsilon ?? '', '--epsilon')
  return (delta === undefined ? pure(value) : approximate(value, parseRational(delta, '--delta'))) as Cap
}

function abandonCommand(): Command {
  return command(
    'abandon',
    'Record that a stopped run will never be finished. What it reserved stays spent.',
    'tacet ledger abandon tacet-ledger.jsonl 1b4e28ba-2fa1-11d2-883f-0016d3cca427 --reason "disk lost"',
  )
    .argument('<file>', FILE)
    .addOption(inDatabase())
    .argument('<run>', 'the run, as `tacet ledger show` names it')
    .requiredOption('--reason <text>', 'why: it is written into the ledger')
    .action((file: string, run: string, options: Options & { reason: string }) =>
      withContext(options, async ({ terminal }) => {
        await withLedger(file, options, (ledger) => ledger.abandon(run, options.reason))
        terminal.print(`The run ${run} is abandoned. What it reserved stays spent.`)
        terminal.result({ run, abandoned: options.reason })
      }),
    )
}
