/** Every command in a real terminal of 80 columns, and of 120 where both must print the same: it ends by itself, its lines are whole, the terminal is left as it was. */
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { program } from '../src/cli/program.ts'
import { rational } from '../src/exact/index.ts'
import { LedgerFile } from '../src/ledger/index.ts'
import { pure } from '../src/privacy/index.ts'
import { tacet, testFolder } from './support/cli.ts'
import { testNeeding } from './support/needs.ts'
import { isRestored, type Seen, tacetOnTerminal } from './support/pty.ts'
import { writeSmallTown } from './support/small-town.ts'

const folder = testFolder()
const LEDGER = 'tacet-ledger.jsonl'

beforeAll(async () => {
  writeSmallTown(folder)
  for (const args of [
    ['topdown', 'town.yaml', '--out', 'release'],
    ['decide', 'model.lp', ...SIDES, '--out', 'decision', '--seed', '7'],
    ['anonymize', 'people.csv', ...QI, '--out', 'extract'],
    ['protect', 'people.csv', ...TABLE, '--rule', 'count 3', '--published', 'none', '--out', 'protected'],
  ]) {
    const made = tacet(args, folder)
    expect(made.code, made.stderr).toBe(0)
  }
  const ledger = await LedgerFile.open(join(folder, 'stopped.jsonl'), { dataset: 'people.csv', unit: 'one person' })
  // Charged and never finished.
  await ledger.reserve({ runId: 'run-80', cost: pure(rational(1n)), purpose: 'a trial', specHash: '80' })
})

const SIDES = ['--private', 'cap*', '--floor', '0', '--sensitivity', '1', '--epsilon', '1', '--delta', '1e-6']
const QI = ['--k', '5', '--qi', 'age,sex,postcode', '--others', 'publish', '--method', 'mondrian']
const TABLE = ['--rows', 'education', '--columns', 'marital']
const SUGGEST = ['--suggest', '--small', '12', '--time', '2s']

interface Case {
  readonly args: readonly string[]
  readonly code?: number
  /** Printed at every width. */
  readonly shows: RegExp
  /** Whether two runs print the same: then both widths must show every letter of it. */
  readonly same?: boolean
}

/** NEW stands for a name that is free. */
const CASES: Readonly<Record<string, Case>> = {
  describe: { args: ['describe', 'people.csv'], shows: /^marital +text/m, same: true },
  'describe --spec': { args: ['describe', 'people.csv', '--spec', 'NEW.yaml'], shows: /Wrote NEW\.yaml/ },
  'describe of no file': { args: ['describe', 'nobody.csv'], code: 2, shows: /nobody\.csv: there is no such file/ },
  init: { args: ['init', 'NEW.yaml'], shows: /Wrote NEW\.yaml/ },
  'plan of a top-down release': { args: ['plan', 'town.yaml'], shows: /^Solving takes about/m, same: true },
  'plan of groups': { args: ['plan', 'households.yaml'], shows: /^district +2/m, same: true },
  'plan of a decision': { args: ['plan', 'farm.yaml'], shows: /taken off every side +41\.005/, same: true },
  measure: { args: ['measure', 'town.yaml', '--out', 'NEW', '--seed', '7', '--evaluate'], shows: /^Wrote NEW:/m },
  topdown: { args: ['topdown', 'town.yaml', '--out', 'NEW', '--seed', '7', '--evaluate'], shows: /^Wrote NEW:/m },
  run: { args: ['run', 'town.yaml', '--as', 'topdown', '--seed', '7', '--out', 'NEW'], shows: /^Wrote NEW:/m },
  'run with a worker': {
    args: [
      'run',
      'town.yaml',
      '--as',
      'topdown',
      '--seed',
      '7',
      '--out',
      'NEW',
      '--run-dir',
      'NEW-dir',
      '--workers',
      '1',
    ],
    shows: /^Wrote \S*NEW:/m,
  },
  'run status of nothing': { args: ['run', 'status', 'nowhere'], code: 2, shows: /holds\sno\srun/ },
  'worker without a run': { args: ['worker'], code: 2, shows: /--run/ },
  'error without replicates': { args: ['error', 'release'], code: 2, shows: /replicates/ },
  'a finished release': {
    args: ['topdown', 'town.yaml', '--out', 'release'],
    code: 2,
    shows: /holds\sa\sfinished\srelease/,
  },
  groups: { args: ['groups', 'households.yaml', '--out', 'NEW', '--seed', '7', '--evaluate'], shows: /^Wrote NEW:/m },
  audit: {
    args: ['audit', 'people.csv', '--rows', 'education', '--columns', 'marital'],
    shows: /disclosed +a$/m,
    same: true,
  },
  'audit --decimals': {
    args: ['audit', 'people.csv', '--rows', 'education', '--columns', 'marital', '--decimals', '1'],
    shows: /^4 x 4 table of shares/m,
    same: true,
  },
  'audit of a spec': { args: ['audit', 'town.yaml', '--out', 'NEW'], shows: /^Wrote NEW: bounds\.csv/m },
  'audit --suggest': {
    args: ['audit', 'people.csv', '--rows', 'education', '--columns', 'marital,sex', ...SUGGEST],
    shows: /designs audited/,
  },
  'audit --release': {
    args: [
      'audit',
      'people.csv',
      '--release',
      'education,sex',
      '--release',
      'marital|education',
      '--cells',
      'marital,education',
    ],
    shows: /^widowed, trade +7 +7/m,
    same: true,
  },
  'audit --strict': {
    args: ['audit', 'people.csv', '--rows', 'education', '--columns', 'marital', '--small', '12', '--strict'],
    code: 1,
    shows: /--strict: the table discloses/,
    same: true,
  },
  anonymize: { args: ['anonymize', 'people.csv', ...QI, '--out', 'NEW'], shows: /^Wrote NEW: anonymized\.csv/m },
  protect: {
    args: ['protect', 'people.csv', ...TABLE, '--rule', 'count 3', '--published', 'none', '--out', 'NEW'],
    shows: /^Wrote NEW: table\.csv/m,
  },
  'protect --method compare': {
    args: [
      'protect',
      'people.csv',
      ...TABLE,
      '--rule',
      'count 3',
      '--method',
      'compare',
      '--time',
      '2s',
      '--out',
      'NEW',
    ],
    shows: /^Wrote NEW: comparison\.csv/m,
  },
  'verify of a protected table': {
    args: ['verify', 'protected', '--private-part', 'protected.private.json'],
    shows: /^All \d+ checks passed/m,
    same: true,
  },
  'audit --table': {
    args: ['audit', 'protected/table.csv', '--table', 'count', ...TABLE],
    shows: /cells in \d+ sums/,
    same: true,
  },
  decide: {
    args: ['decide', 'farm.yaml', '--out', 'NEW', '--seed', '7', '--evaluate'],
    shows: /^Wrote NEW: solution/m,
  },
  'decide --sweep': {
    args: ['decide', 'model.lp', ...SIDES, '--out', 'NEW', '--seed', '7', '--sweep', 'epsilon=1', '--runs', '2'],
    shows: /^truncated +1 /m,
  },
  'verify of a release': {
    args: ['verify', 'release', '--ledger', LEDGER],
    shows: /^All \d+ checks passed/m,
    same: true,
  },
  'verify of a decision': {
    args: ['verify', 'decision', '--model', 'model.lp'],
    shows: /^All \d+ checks passed/m,
    same: true,
  },
  'verify of records': { args: ['verify', 'extract'], shows: /^ok +k-anonymous/m, same: true },
  'verify of nothing': { args: ['verify', 'people.csv'], code: 2, shows: /tacet:/ },
  'ledger show': { args: ['ledger', 'show', LEDGER], shows: /^Spent: +epsilon/m, same: true },
  'ledger verify': { args: ['ledger', 'verify', LEDGER], shows: /^ok /m, same: true },
  'ledger init': { args: ['ledger', 'init', 'NEW.jsonl', '--dataset', 'people.csv'], shows: /is kept for/ },
  'ledger cap': {
    args: ['ledger', 'cap', 'stopped.jsonl', '--epsilon', '9', '--reason', 'a trial'],
    shows: /^Cap: epsilon 9/m,
    same: true,
  },
  'ledger abandon': {
    args: ['ledger', 'abandon', 'stopped.jsonl', 'run-80', '--reason', 'a trial'],
    shows: /^The run run-\d+ is abandoned/m,
  },
  demo: { args: ['demo', '--out', 'NEW'], shows: /^Done in/m },
  'a flag with a mistake': { args: ['describe', 'people.csv', '--jso'], code: 2, shows: /Did you mean --json/ },
}

test('every command is among the cases', () => {
  const commands = program().commands.map((command) => command.name())
  const tried = Object.values(CASES).map(({ args }) => args[0])
  // benchmarks are not run here; completion has tests of its own; the studio ends by Ctrl-C: test/terminal-endings.test.ts
  const elsewhere = ['bench', 'completion', 'studio']
  expect(commands.filter((name) => !tried.includes(name) && !elsewhere.includes(name))).toEqual([])
})

for (const [name, one] of Object.entries(CASES)) {
  const widths = one.same ? [80, 120] : [80]
  testNeeding('script', `${name}, at ${widths.join(' and ')} columns`, async () => {
    const seen = await Promise.all(widths.map((columns) => run(one, columns)))
    expect(new Set(seen.map(letters)).size).toBe(1)
  })
}

let runs = 0

async function run({ args, code = 0, shows }: Case, columns: number): Promise<Seen> {
  const free = `new${columns}`.padEnd(6, 'x') + String(++runs).padStart(3, '0')
  const given = args.map((word) => word.replace('NEW', free))
  const seen = await tacetOnTerminal(given, folder, { columns })
  expect(seen.code, seen.raw).toBe(code)
  expect(isRestored(seen.raw)).toBe(true)
  expect(seen.lines.join('\n').replaceAll(free, 'NEW')).toMatch(shows)
  for (const line of seen.lines) expect(fits(line, columns), `${columns} columns: ${line}`).toBe(true)
  return seen
}

/** Only a word that is too long for any line, such as a path, may be longer. */
function fits(line: string, columns: number): boolean {
  return line.length <= columns || line.split(' ').some((word) => word.length > columns - 10)
}

/** Whatever way lines are broken, the letters are the same unless some are lost. */
function letters({ lines }: Seen): string {
  return [...lines.join('').replaceAll(/\s/g, '')].sort().join('')
}

testNeeding('script', 'the help of every command fits 80 columns', async () => {
  const paths = program().commands.flatMap((command) => [
    [command.name()],
    ...command.commands.map((inner) => [command.name(), inner.name()]),
  ])
  const helps = await Promise.all([[], ...paths].map((path) => tacetOnTerminal([...path, '--help'], folder)))
  for (const { code, lines, raw } of helps) {
    expect(code, raw).toBe(0)
    expect(lines[0]).toMatch(/^Usage: tacet/)
    for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(80)
  }
})
