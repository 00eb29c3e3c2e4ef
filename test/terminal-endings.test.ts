/** How a command ends that is stopped, killed or fails in the middle: in a terminal, and by signals without one. */
import { spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { MAIN, tacet, testFolder } from './support/cli.ts'
import { testNeeding } from './support/needs.ts'
import { isRestored, onTerminal, tacetOnTerminal } from './support/pty.ts'
import { writeSmallTown } from './support/small-town.ts'
import { drawFrom } from './support/topdown.ts'

const folder = testFolder()
/** Milliseconds that no machine takes; a command that hangs is what fails. */
const SLOW = 600_000
beforeAll(() => {
  writeSmallTown(folder)
  writeFileSync(join(folder, 'hard.lp'), HARD)
})

/** A search that lasts until its time is up, in a worker. */
const LONG = [
  'anonymize',
  'people.csv',
  '--k',
  '5',
  '--qi',
  'age,sex,postcode',
  '--others',
  'drop',
  '--time',
  '1h',
  '--out',
]
const SEARCHING = /Searching \(anytime\) .*about \d+ \w+/

/**
 * A market split problem (Cornuejols and Dawande, 1998): which of the columns add up to half of every row? Branch and bound
 * takes hours over it, in one call that looks at no signal.
 */
const draw = drawFrom(3)
const ROWS = Array.from({ length: 5 }, () => Array.from({ length: 40 }, () => draw(100)))
const sumOf = (row: readonly number[]): string => row.map((weight, i) => `${weight} x${i}`).join(' + ')
const HARD = `Maximize
 obj: x0 + x1
Subject To
 cap: x0 + x1 <= 2
${ROWS.map((row, r) => ` row${r}: ${sumOf(row)} = ${Math.floor(row.reduce((a, b) => a + b, 0) / 2)}`).join('\n')}
Binary
 ${ROWS[0].map((_, i) => `x${i}`).join(' ')}
End
`
const DECIDE = [
  'decide',
  'hard.lp',
  '--private',
  'cap',
  '--floor',
  '0',
  '--sensitivity',
  '1',
  '--epsilon',
  '1',
  '--delta',
  '1e-6',
  '--out',
]

testNeeding('script', 'the studio prints its address, and Ctrl-C ends it', async () => {
  const seen = await tacetOnTerminal(['studio', '.'], folder, {
    type: [{ when: (raw) => raw.includes('Ctrl-C ends it'), keys: '\x03' }],
  })
  expect(seen.code).toBe(0)
  expect(seen.raw).toMatch(/http:\/\/127\.0\.0\.1:\d+\/#token=/)
  expect(isRestored(seen.raw)).toBe(true)
})

testNeeding(
  'script',
  'Ctrl-C: the command stops, says so on a line of its own, exits with 130 and leaves the terminal as it was',
  async () => {
    const seen = await tacetOnTerminal([...LONG, 'ctrl-c'], folder, {
      type: [{ when: (raw) => SEARCHING.test(raw), keys: '\x03' }],
    })
    expect(seen.code, seen.raw).toBe(130)
    expect(isRestored(seen.raw)).toBe(true)
    expect(seen.lines).toContain('Stopped. Nothing was released.')
    expect(existsSync(join(folder, 'ctrl-c'))).toBe(false)
    expect(existsSync(join(folder, 'ctrl-c.partial'))).toBe(false)
  },
)

testNeeding('script', 'a process that is killed leaves a terminal that can be used', async () => {
  const line = `sh -c '"${process.execPath}" "${MAIN}" ${LONG.join(' ')} killed & echo pid=$!=; wait $!; echo the shell is back: $?'`
  let killed = false
  const seen = await onTerminal(line, folder, {
    watch: (raw) => {
      const pid = /pid=(\d+)=/.exec(raw)?.[1]
      if (killed || pid === undefined || !SEARCHING.test(raw)) return
      killed = true
      process.kill(Number(pid), 'SIGKILL')
    },
  })
  expect(seen.raw).toContain('the shell is back: 137')
  expect(isRestored(seen.raw)).toBe(true)
  expect(seen.raw).not.toMatch(/\?25l|\?7l/) // nothing to restore: what a killed process hides stays hidden
})

testNeeding('script', 'a worker that dies is named, and the terminal is left as it was', async () => {
  const args = ['anonymize', 'people.csv', '--k', '5', '--qi', 'age,sex', '--others', 'drop', '--out', 'starved']
  const seen = await tacetOnTerminal(args, folder, { env: { NODE_OPTIONS: '--max-old-space-size=16' } })
  expect(seen.code, seen.raw).toBe(2)
  expect(seen.lines.join(' ')).toMatch(/tacet: a worker ran out of memory/)
  expect(isRestored(seen.raw)).toBe(true)
})

testNeeding('script', 'the bar begins with an estimate, and results are never on its line', async () => {
  const seen = await tacetOnTerminal(
    ['anonymize', 'people.csv', '--k', '5', '--qi', 'age,sex', '--others', 'drop', '--time', '3s', '--out', 'bar'],
    folder,
  )
  expect(seen.code, seen.raw).toBe(0)
  const shown = seen.raw.split('\r').filter((text) => text.startsWith('Searching'))
  expect(shown[0]).toMatch(/about [123] s left/)
  expect(shown.join('\n')).not.toMatch(/about 0 s left/)
  expect(seen.lines[0]).toMatch(/^method +anytime, [\d.]+ s$/)
})

testNeeding('script', 'colours: on a terminal, unless NO_COLOR is set; elsewhere only with FORCE_COLOR', async () => {
  const args = ['describe', 'people.csv']
  const [plain, coloured] = await Promise.all([
    tacetOnTerminal(args, folder, { env: { NO_COLOR: '1' } }),
    tacetOnTerminal(args, folder),
  ])
  expect(plain.raw).not.toContain('\x1b[33m')
  expect(coloured.raw).toContain('\x1b[33mCONFIDENTIAL:\x1b[39m')
  expect(tacet(args, folder, { NO_COLOR: '', CI: 'true' }).stdout).not.toContain('\x1b[')
  expect(tacet(args, folder, { NO_COLOR: '', FORCE_COLOR: '1' }).stdout).toContain('\x1b[33mCONFIDENTIAL:')
  expect(tacet(['describe', 'nobody.csv'], folder, { NO_COLOR: '', FORCE_COLOR: '1' }).stderr).toContain(
    '\x1b[31mtacet:',
  )
})

interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stderr: string
}

/** Sends the signal when stderr says that the work is under way. */
function stopped(args: readonly string[], when: RegExp, signal: NodeJS.Signals): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [MAIN, ...args], { cwd: folder, env: { ...process.env, NO_COLOR: '1' } })
    let stderr = ''
    let sent = false
    child.stderr.on('data', (piece) => {
      stderr += piece
      if (sent || !when.test(stderr)) return
      // the phase is reported just before its one long call; give that call the time to begin
      sent = true
      setTimeout(() => child.kill(signal), 500)
    })
    child.once('close', (code, by) => resolve({ code, signal: by, stderr }))
  })
}

test.each<[string, NodeJS.Signals, number, readonly string[], RegExp]>([
  ['a search in a worker', 'SIGTERM', 143, [...LONG, 'terminated'], /Searching/],
  ['a search in a worker', 'SIGINT', 130, [...LONG, 'interrupted'], /Searching/],
  ['one long call of the solver', 'SIGTERM', 143, [...DECIDE, 'decided'], /Solving at the public floor/],
])(
  '%s, stopped by %s, exits with %i',
  async (_, signal, code, args, when) => {
    const ended = await stopped(args, when, signal)
    // A process that ends itself by the signal has no exit code of its own; a shell reports the same number for it.
    expect(ended.code ?? { SIGTERM: 143, SIGINT: 130 }[String(ended.signal)]).toBe(code)
    expect(ended.stderr).toMatch(/^Stopped\./m)
  },
  SLOW,
)

for (const [work, args] of [
  ['a command that only prints', ['describe', 'people.csv']],
  ['a release', ['audit', 'people.csv', '--rows', 'sex', '--columns', 'education', '--out', 'printed-to-full']],
] as const) {
  test.skipIf(!existsSync('/dev/full'))(`${work} whose output has no room says so, and its work is done`, () => {
    const full = openSync('/dev/full', 'w')
    const { status, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
      cwd: folder,
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    })
    closeSync(full)
    expect(stderr.match(/cannot be written: the disk is full/g)).toHaveLength(1)
    expect([status, stderr.includes('fault in Tacet')]).toEqual([2, false])
    if (work === 'a release') expect(existsSync(join(folder, 'printed-to-full', 'manifest.json'))).toBe(true)
  })
}
