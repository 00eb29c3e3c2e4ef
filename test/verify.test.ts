/** `tacet verify` from the command line: what it prints, and releases of the commands that work on threads. */
import { cpSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { tacet, testFolder } from './support/cli.ts'

const folder = testFolder()
const GROUPS = 'us,st,size\nUS,GA,1\nUS,GA,1\nUS,GA,3\nUS,NY,1\nUS,NY,2\nUS,NY,3\n'
const RECORDS = `age,sex\n${Array.from({ length: 24 }, (_, i) => `${20 + ((i * 7) % 30)},${i % 2 === 0 ? 'f' : 'm'}`).join('\n')}\n`
const COUNTS = 'g,r,n\nA,a,3\nA,b,4\nB,a,5\nB,b,3\nC,a,6\nC,b,9\n'

function run(...args: readonly string[]): void {
  const { code, stderr } = tacet(args, folder)
  if (code !== 0) throw new Error(stderr)
}

beforeAll(() => {
  for (const [name, text] of [
    ['groups.csv', GROUPS],
    ['records.csv', RECORDS],
    ['counts.csv', COUNTS],
  ] as const) {
    writeFileSync(join(folder, name), text)
  }
  const groups = ['groups', 'groups.csv', '--levels', 'us,st', '--size', 'size', '--max-size', '4', '--epsilon', '1']
  run(...groups, '--out', 'plain')
  run(...groups, '--out', 'published', '--mechanism', 'mc-chain', '--as-published')
  run(...groups, '--out', 'seeded', '--seed', '1')
  const anonymize = ['anonymize', 'records.csv', '--k', '3', '--qi', 'age,sex', '--others', 'publish', '--time', '1s']
  run(...anonymize, '--out', 'classes', '--classes', 'classes.csv')
  run(...anonymize, '--out', 'freeform', '--method', 'doka-greedy')
  run('audit', 'counts.csv', '--rows', 'g', '--columns', 'r', '--count', 'n', '--out', 'audit')
})

test('a release without a stamp passes every check; one with a stamp does too, and must not be published', () => {
  const plain = tacet(['verify', 'plain', '--ledger', 'tacet-ledger.jsonl'], folder)
  expect(plain.code).toBe(0)
  expect(plain.stdout).not.toMatch(/must not be published/)
  expect(plain.stdout).toMatch(
    /\n\nAll \d+ checks passed: plain agrees with .*\nThis means .* It does not mean .*\nNot checked: the confidential data themselves/,
  )
  for (const release of ['published', 'seeded']) {
    const stamped = tacet(['verify', release], folder)
    expect(stamped.code).toBe(0)
    expect(stamped.stdout).toMatch(/\n\nNOT PRIVATE: this release must not be published\.\nAll \d+ checks passed: /)
  }
})

test('a charge is looked up by whether there was one, not by the stamp', () => {
  const said = (...args: readonly string[]): string => tacet(['verify', ...args], folder).stdout
  expect(said('published')).toMatch(/ledger: not looked at: name it with --ledger/)
  expect(said('published', '--ledger', 'tacet-ledger.jsonl')).toMatch(
    /ledger: the run is charged, committed and published as stated/,
  )
  expect(said('seeded', '--ledger', 'tacet-ledger.jsonl')).toMatch(/ledger: a simulation: nothing was charged/)
})

interface Verified {
  readonly ok: boolean
  readonly checks: readonly { readonly name: string; readonly ok: boolean }[]
}

// biome-ignore lint/suspicious/noExplicitAny: a test may break any part of it.
function wrongAfter(release: string, change: (manifest: any) => void = () => {}): readonly string[] {
  const copy = `${release}-changed`
  cpSync(join(folder, release), join(folder, copy), { recursive: true })
  const path = join(folder, copy, 'manifest.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8'))
  change(manifest)
  writeFileSync(path, JSON.stringify(manifest))
  const { ok, checks } = JSON.parse(tacet(['verify', copy, '--json'], folder).stdout) as Verified
  const wrong = checks.filter((check) => !check.ok).map(({ name }) => name)
  expect(ok).toBe(wrong.length === 0)
  return wrong
}

test('records made anonymous: k, the kind of guarantee and the statement are those asked for', () => {
  for (const release of ['classes', 'freeform']) expect(wrongAfter(release)).toEqual([])
  expect(wrongAfter('classes', (m) => void (m.result.k = 2))).toEqual(['k-anonymous'])
  expect(wrongAfter('classes', (m) => void (m.result.freeform = true))).toEqual(['k-anonymous'])
  expect(wrongAfter('freeform', (m) => void (m.result.freeform = false))).toEqual(['k-anonymous'])
  expect(wrongAfter('freeform', (m) => void (m.privacy.statement = ['Nobody is seen.']))).toEqual([
    'evidence',
    'statement',
  ])
  expect(wrongAfter('classes', (m) => void (m.privacy.statement = ['Nobody is seen.']))).toEqual([
    'evidence',
    'statement',
  ])
  expect(wrongAfter('classes', (m) => void m.outputs.shift())).toContain('outputs')
})

test('an audit is confidential and says so', () => {
  expect(wrongAfter('audit')).toEqual([])
  expect(wrongAfter('audit', (m) => void (m.stamp = null))).toContain('stamp')
  expect(wrongAfter('audit', (m) => void (m.privacy.statement = []))).toEqual(['evidence', 'statement'])
})

test('a manifest of no command that there is, and one that does not say what was asked', () => {
  expect(wrongAfter('plain', (m) => void (m.command = 'guess'))).toEqual(['manifest'])
  expect(wrongAfter('plain', (m) => void (m.spec.text = null))).toEqual(['spec', 'manifest'])
  expect(wrongAfter('plain', (m) => void delete m.privacy.budget)).toEqual(['evidence', 'manifest'])
})

test('a file outside the release is neither hashed nor measured, whether a name or a link leads there', () => {
  cpSync(join(folder, 'plain'), join(folder, 'reaching'), { recursive: true })
  const path = join(folder, 'reaching', 'manifest.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8'))
  manifest.outputs.push({ name: '../records.csv', bytes: 1, sha256: '' })
  writeFileSync(path, JSON.stringify(manifest))
  const named = tacet(['verify', 'reaching'], folder)
  expect(named.code).toBe(2)
  expect(named.stderr).toMatch(/names "\.\.\/records\.csv"\. A release names its own files alone/)
  cpSync(join(folder, 'plain'), join(folder, 'leading'), { recursive: true })
  rmSync(join(folder, 'leading', 'report.html'))
  symlinkSync(join(folder, 'records.csv'), join(folder, 'leading', 'report.html'))
  const linked = tacet(['verify', 'leading'], folder)
  expect(linked.code).toBe(2)
  expect(linked.stderr).toMatch(/report\.html in it is a link that leads out of the folder/)
  for (const { stdout, stderr } of [named, linked]) expect(stdout + stderr).not.toMatch(/bytes|as released/)
})

test('a name in a release cannot write over the checks, nor add one', () => {
  cpSync(join(folder, 'plain'), join(folder, 'painted'), { recursive: true })
  writeFileSync(join(folder, 'painted', 'x\x1b[2A\x1b[2K\nok    ledger: fine\u202e'), '')
  const { code, stdout, stderr } = tacet(['verify', 'painted'], folder)
  expect(code).toBe(1)
  expect(stdout).toMatch(/WRONG {2}files: x\\x1b\[2A\\x1b\[2K ok {4}ledger: fine\\u202e is in the folder/)
  for (const sign of ['\x1b', '\u202e']) expect(stdout + stderr).not.toContain(sign)
})
