/** Protected tables of made records under an attack that shares no code with what protects them: cells, sums, contributors, earlier releases. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tacet, testFolder } from './support/cli.ts'
import { type AttackRecord, type AttackRules, attackTables } from './support/table-attack.ts'

const folder = testFolder()
const BRANCH: Readonly<Record<string, string>> = { s1: 'b1', s2: 'b1', s3: 'b2', s4: 'b2', s5: 'b2' }
const above = { sector: BRANCH }

/** Firms with turnovers of very different size, some of them in a group, some in several cells. */
function madeFirms(seed: number, count: number): readonly (AttackRecord & { readonly firm: string })[] {
  let state = seed
  const next = (n: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * n)
  }
  return Array.from({ length: count }, () => {
    const firm = `f${next(count)}`
    const codes = { sector: `s${1 + next(5)}`, region: 'nsw'[next(3)], size: ['big', 'small'][next(2)] }
    return { codes, firm, holder: Number(firm.slice(1)) % 7 === 0 ? 'g0' : firm, amount: 1 + next(12) ** 3 }
  })
}

function writeFirms(name: string, records: ReturnType<typeof madeFirms>): string {
  const lines = records.map(
    ({ codes: { sector, region, size }, firm, holder, amount }) =>
      `${sector},${BRANCH[sector]},${region},${size},${firm},${holder === firm ? '' : holder},${amount}`,
  )
  writeFileSync(join(folder, name), `sector,branch,region,size,firm,group,turnover\n${lines.join('\n')}\n`)
  return name
}

let runs = 0
function protectedBy(...args: readonly string[]): string | undefined {
  const out = `out-${++runs}`
  const { code, stderr } = tacet(['protect', ...args, '--time', '2s', '--out', out], folder)
  // Where a table cannot be protected nothing is written, which is safe.
  expect([0, 3, 4], stderr).toContain(code)
  return code === 0 ? join(folder, out) : undefined
}

const AMOUNTS = ['--value', 'turnover', '--contributor', 'firm', '--holding', 'group']
const TREE = ['--hierarchy', 'sector=columns:branch']
const NONE = ['--published', 'none']
const P: AttackRules = { isCount: false, least: 3, p: 15 }
const N: AttackRules = { isCount: false, least: 2, dominance: 75 }
const STRICT: AttackRules = { isCount: false, least: 3, dominance: 60 }
const COUNT: AttackRules = { isCount: true, least: 3 }
const ruleArgs = ({ least, p, dominance }: AttackRules): readonly string[] => [
  ...(least === undefined ? [] : ['--rule', `count ${least}`]),
  ...(p === undefined ? [] : ['--rule', `p ${p}`]),
  ...(dominance === undefined ? [] : ['--rule', `dominance 1 ${dominance}`]),
]

interface Case {
  readonly rules: AttackRules
  readonly table: readonly string[]
  readonly coalition: number
}

const GRID = ['--rows', 'sector', '--columns', 'region']
const LINKED = ['--rows', 'sector', '--columns', 'region', '--linked', 'sector,size']

const CASES: Readonly<Record<string, Case>> = {
  'amounts, p %': { rules: P, table: [...GRID, ...TREE], coalition: 0 },
  'amounts, dominance, linked': { rules: N, table: [...LINKED, ...TREE], coalition: 0 },
  'amounts, a contributor reads': { rules: STRICT, table: [...GRID, ...TREE], coalition: 1 },
  'amounts, two contributors read': { rules: STRICT, table: GRID, coalition: 2 },
  'counts, linked': { rules: COUNT, table: [...LINKED, ...TREE], coalition: 0 },
  'counts, two people read': { rules: COUNT, table: [...GRID, ...TREE], coalition: 2 },
}

test.each(Object.entries(CASES))('%s: nobody comes nearer than the rules allow', (_, { rules, table, coalition }) => {
  const seen = { cells: 0, sums: 0, readers: 0, tables: 0 }
  for (const seed of [3, 21]) {
    const records = madeFirms(seed, 60)
    const data = writeFirms(`firms-${seed}.csv`, records)
    const asked = rules.isCount ? [] : AMOUNTS
    const out = protectedBy(data, ...table, ...asked, ...ruleArgs(rules), '--coalition', `${coalition}`, ...NONE)
    if (out === undefined) continue
    const people = records.map((record, i) => ({ ...record, holder: `${i}`, amount: 1 }))
    const attack = attackTables([out], { records: rules.isCount ? people : records, rules, above, coalition })
    expect(attack.found).toEqual([])
    seen.tables++
    seen.cells += attack.cells
    seen.sums += attack.sums
    seen.readers += attack.readers
  }
  // Else nothing was attacked.
  expect(seen.tables).toBeGreaterThan(0)
  expect(seen.cells).toBeGreaterThan(3)
  if (coalition > 0) expect(seen.readers).toBeGreaterThan(seen.tables)
})

test('tables that came out one after the other are safe together', () => {
  let together = 0
  for (const seed of [5, 13]) {
    const people = madeFirms(seed, 70).map((record, i) => ({ ...record, holder: `${i}`, amount: 1 }))
    const data = writeFirms(`people-${seed}.csv`, madeFirms(seed, 70))
    const record = ['--published', `record-${seed}.jsonl`]
    const tables = [GRID, LINKED, [...GRID, ...TREE]]
    const outs = tables.flatMap((table) => protectedBy(data, ...table, ...ruleArgs(COUNT), ...record) ?? [])
    if (outs.length > 1) together++
    expect(attackTables(outs, { records: people, rules: COUNT, above, coalition: 0 }).found).toEqual([])
  }
  expect(together).toBeGreaterThan(0)
})

test('the attack finds what was left open: a mark taken off, sums, a contributor who was not thought of', () => {
  const records = madeFirms(21, 60)
  const data = writeFirms('left-open.csv', records)
  const out = protectedBy(data, ...GRID, ...TREE, ...AMOUNTS, ...ruleArgs(STRICT), ...NONE)
  if (out === undefined) throw new Error('this table can be protected')
  const attacked = { records, rules: STRICT, above, coalition: 0 }
  expect(attackTables([out], attacked).found).toEqual([])
  expect(attackTables([out], { ...attacked, coalition: 1 }).found).not.toEqual([])
  const path = join(out, 'table.csv')
  const lines = readFileSync(path, 'utf8').split('\n')
  const marked = [...lines.keys()].filter((l) => lines[l].endsWith(',x'))
  const opened = marked.filter((l) => {
    const [sector, region] = lines[l].split(',')
    const inside = records.filter(
      ({ codes }) =>
        [codes.sector, BRANCH[codes.sector], 'Total'].includes(sector) && [codes.region, 'Total'].includes(region),
    )
    const total = inside.reduce((sum, { amount }) => sum + amount, 0)
    writeFileSync(path, lines.with(l, lines[l].replace(/x$/, `${total}`)).join('\n'))
    return attackTables([out], attacked).found.length > 0
  })
  expect(opened).toEqual(marked)
})
