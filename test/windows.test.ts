/** What a steward on Windows meets, by Windows' own Node under Wine: releases, the ledger, kills, names, and the bytes that Linux writes. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect } from 'vitest'
import { tacet, testFolder } from './support/cli.ts'
import { testNeeding } from './support/needs.ts'
import { entriesIn, homeOf, LEDGER, RELEASING } from './support/releases.ts'
import { openWindows, type Windows } from './support/windows.ts'

const folder = testFolder()
const SHIM = fileURLToPath(new URL('./support/kill-at.mjs', import.meta.url))
/** Of each command; `docs/systems.md` says how many were tried at once. */
const KILLS = Number(process.env.TACET_WINDOWS_KILLS ?? 2)
/** Milliseconds for one kill on a machine that is busy with other work. */
const ONE_KILL = 300_000

let opened: Promise<Windows> | undefined
const windows = (): Promise<Windows> => (opened ??= openWindows())
afterAll(async () => (await opened)?.remove())

/** A path of this machine as Wine shows it. */
const there = (path: string): string => `file:///Z:${path}`

/** The tables of a release, and its manifest without the run's own name and what follows from it. */
function bytesOf(release: string): Record<string, string> {
  const names = readdirSync(release).filter((name) => !['report.html', 'evidence.json'].includes(name))
  return Object.fromEntries(
    names.map((name) => {
      const text = readFileSync(join(release, name), 'latin1')
      if (name !== 'manifest.json') return [name, text]
      const { runId, outputs, ...rest } = JSON.parse(text)
      expect(JSON.stringify({ outputs, ...rest })).not.toContain('\\\\')
      return [name, JSON.stringify(rest)]
    }),
  )
}

testNeeding('wine', 'Windows: the demo makes, checks and audits a release', async () => {
  const { tacet: onWindows } = await windows()
  const { code, stdout, stderr } = await onWindows(['demo'], folder)
  expect(code, stderr).toBe(0)
  expect(stdout).toMatch(/Verified: (\d+) of \1 checks passed/)
  expect(stdout).toContain('file:///Z:/')
  expect(readdirSync(join(folder, 'demo'))).toEqual(expect.arrayContaining(['audit', 'release', LEDGER]))
})

for (const command of RELEASING) {
  testNeeding('wine', `Windows: ${command.name} with a seed gives the bytes of Linux`, async () => {
    const { tacet: onWindows } = await windows()
    const here = homeOf(command, folder, `${command.name} here`)
    const other = homeOf(command, folder, `${command.name} there`)
    const args = [...command.args, '--out', 'release', '--seed', '7', '--quiet']
    expect(tacet(args, here).code).toBe(0)
    const run = await onWindows(args, other)
    expect(run.code, run.stderr).toBe(0)
    expect(bytesOf(join(other, 'release'))).toEqual(bytesOf(join(here, 'release')))
  })
}

testNeeding('wine', 'Windows: an audit and an extract are written, and verify', async () => {
  const { tacet: onWindows } = await windows()
  const lines = Array.from({ length: 60 }, (_, i) => `${'nesw'[i % 4]},${'fm'[i % 2]},${20 + (i % 30)}`)
  writeFileSync(join(folder, 'people.csv'), `place,sex,age\n${lines.join('\n')}\n`)
  for (const [out, ...args] of [
    ['audited', 'audit', 'people.csv', '--rows', 'place', '--columns', 'sex'],
    ['extract', 'anonymize', 'people.csv', '--k', '3', '--qi', 'place,sex,age', '--method', 'mdav'],
  ]) {
    const made = await onWindows([...args, '--out', `.\\${out}`], folder)
    expect(made.code, made.stderr).toBe(0)
    const checked = await onWindows(['verify', `${out}\\`], folder)
    expect(checked.code, `${checked.stdout}${checked.stderr}`).toBe(0)
    expect(bytesOf(join(folder, out))['manifest.json']).toBeDefined()
  }
})

for (const command of RELEASING.slice(0, 3)) {
  testNeeding(
    'wine',
    `Windows: ${command.name} killed between two writes is finished by the same command, charged once`,
    async () => {
      const { tacet: onWindows } = await windows()
      const whole = homeOf(command, folder, `${command.name} counted there`)
      const args = [...command.args, '--out', 'release']
      const log = join(whole, 'calls.log')
      const before = ['--import', there(SHIM)]
      const first = await onWindows(args, whole, { TACET_KILL_LOG: `Z:${log}` }, before)
      expect(first.code, first.stderr).toBe(0)
      const calls = readFileSync(log, 'utf8').trim().split('\n').length
      expect(calls).toBeGreaterThan(50)
      const stride = Math.max(1, Math.floor(calls / (KILLS + 1)))
      for (let at = stride; at <= KILLS * stride; at += stride) {
        const home = homeOf(command, folder, `${command.name} killed there ${at}`)
        const killed = await onWindows(args, home, { TACET_KILL_AT: String(at) }, before)
        expect(killed.code).not.toBe(0)
        // Killed after its last move it was finished already, and is not made again.
        const wasFinished = existsSync(join(home, 'release'))
        const second = await onWindows(args, home)
        expect(second.code, second.stderr).toBe(wasFinished ? 2 : 0)
        if (wasFinished) expect(second.stderr).toContain('holds a finished release')
        const { reserve, commit } = entriesIn(home)
        expect([reserve, commit]).toEqual([1, 1])
        const checked = await onWindows(['verify', 'release', '--ledger', LEDGER], home)
        expect(checked.code, `${checked.stdout}${checked.stderr}`).toBe(0)
      }
    },
    KILLS * ONE_KILL,
  )
}

testNeeding(
  'wine',
  'Windows: two processes charge one ledger, one after the other, and no cap is passed by another spelling',
  async () => {
    const { tacet: onWindows } = await windows()
    const [, , groups] = RELEASING
    const home = homeOf(groups, folder, 'charged together')
    const [command, , ...flags] = groups.args
    const release = (
      data: string,
      out: string,
      more: readonly string[] = [],
    ): Promise<{ code: number | null; stderr: string }> =>
      onWindows([command, data, ...flags, '--out', out, ...more], home)
    const both = await Promise.all([release('groups.csv', 'one'), release('groups.csv', 'two')])
    expect(both.map(({ code, stderr }) => (code === 0 ? '' : stderr))).toEqual(['', ''])
    expect(entriesIn(home)).toMatchObject({ reserve: 2, commit: 2 })
    const other = await release('GROUPS.CSV', 'three', ['--ledger', 'other.jsonl'])
    expect(other.code, other.stderr).toBe(3)
    expect(other.stderr).toMatch(/--ledger-reason|ledger/)
    expect(existsSync(join(home, 'other.jsonl'))).toBe(false)
  },
)

testNeeding('wine', 'Windows: a run that is shared through a folder gives the bytes of one process', async () => {
  const { tacet: onWindows } = await windows()
  const [, topdown] = RELEASING
  const home = homeOf(topdown, folder, 'shared there')
  const args = ['town.yaml', '--seed', '7', '--quiet']
  const alone = await onWindows(['topdown', ...args, '--out', 'alone'], home)
  expect(alone.code, alone.stderr).toBe(0)
  const shared = ['run', ...args, '--as', 'topdown', '--run-dir', 'shared', '--workers', '2', '--out', 'together']
  const run = await onWindows(shared, home)
  expect(run.code, run.stderr).toBe(0)
  const [one, other] = ['alone', 'together'].map((name) => readFileSync(join(home, name, 'cells.csv'), 'utf8'))
  expect(other).toBe(one)
})

testNeeding('wine', 'Windows: the studio serves its page', async () => {
  const { start } = await windows()
  const [, , groups] = RELEASING
  const studio = start(['studio', '.'], homeOf(groups, folder, 'studio there'))
  try {
    await expect.poll(() => studio.said(), { interval: 200 }).toMatch(/http:\/\/127\.0\.0\.1:\d+/)
    const [address] = studio.said().match(/http:\/\/127\.0\.0\.1:\d+/) as string[]
    const page = await fetch(address)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<title>')])
  } finally {
    await studio.end()
  }
})

testNeeding(
  'wine',
  'Windows: a path with folders is written into the spec with slashes, and a place in another folder is found',
  async () => {
    const { tacet: onWindows } = await windows()
    mkdirSync(join(folder, 'deep', 'data'), { recursive: true })
    const data = join(folder, 'deep', 'data', 'sizes.csv')
    writeFileSync(data, 'country,state,size\nUS,GA,1\nUS,GA,2\nUS,NY,1\n')
    const flags = ['--levels', 'country,state', '--size', 'size', '--max-size', '3', '--epsilon', '1', '--seed', '3']
    for (const [out, path] of [
      ['backward', 'data\\sizes.csv'],
      ['drive', `Z:${data}`],
    ]) {
      const run = await onWindows(['groups', path, ...flags, '--out', out, '--quiet'], join(folder, 'deep'))
      expect(run.code, run.stderr).toBe(0)
      const { spec } = JSON.parse(readFileSync(join(folder, 'deep', out, 'manifest.json'), 'utf8'))
      expect(spec.text).not.toContain('\\')
    }
  },
)

testNeeding('wine', 'Windows: names that no folder can have there are refused before anything is read', async () => {
  const { tacet: onWindows } = await windows()
  const [, , groups] = RELEASING
  const home = homeOf(groups, folder, 'odd names')
  for (const name of ['CON', 'nul.release', 'ends.', 'a"b']) {
    const { code, stderr } = await onWindows([...groups.args, '--out', name], home)
    expect(code, name).toBe(2)
    expect(stderr).toMatch(/Windows has no folder of the name/)
  }
  expect(existsSync(join(home, LEDGER))).toBe(false)
})

testNeeding('wine', 'Windows: a file that another program holds is waited for', async () => {
  const { tacet: onWindows } = await windows()
  const [, , groups] = RELEASING
  const home = homeOf(groups, folder, 'held')
  const script = join(home, 'held.mjs')
  // The rename is refused as Windows refuses it, until the other program lets go.
  writeFileSync(
    script,
    `import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const real = fs.promises.rename
let refused = 0
fs.promises.rename = async (...args) => {
  fs.appendFileSync('moves.txt', args[1] + '\\n')
  if (refused++ < 3) throw Object.assign(new Error('EPERM: operation not permitted'), { code: 'EPERM' })
  return real(...args)
}
syncBuiltinESMExports()
`,
  )
  const run = await onWindows([...groups.args, '--out', 'release'], home, {}, ['--import', there(script)])
  expect(run.code, run.stderr).toBe(0)
  const moves = readFileSync(join(home, 'moves.txt'), 'utf8').split('\n')
  expect(moves.filter((path) => path === moves[0]).length).toBeGreaterThan(3)
})
