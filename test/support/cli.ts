/** The built command. */
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'
import { requireFreshBuild } from './fresh-build.ts'

export const MAIN: string = fileURLToPath(new URL('../../dist/cli/main.mjs', import.meta.url))

const HOST = fileURLToPath(new URL('./command-host.mjs', import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command in the process that stays, for all files of this test process; see `command-host.mjs`. */
export function tacet(args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}): Ended {
  const answered = ask({ args, cwd, env: { ...process.env, NO_COLOR: '1', ...env } })
  if ('died' in answered) throw new Error(`the command ended its process: tacet ${args.join(' ')}`)
  return answered
}

interface Host {
  readonly requests: number
  readonly answers: number
}

let host: Host | undefined

/** Named pipes, so that a test can wait for the answer as it waits for a process. */
function startHost(): Host {
  requireFreshBuild(MAIN)
  const folder = mkdtempSync(join(tmpdir(), 'tacet-host-'))
  const [requests, answers] = ['requests', 'answers'].map((name) => join(folder, name))
  execFileSync('mkfifo', [requests, answers])
  const child = spawn(process.execPath, [HOST, requests, answers], { stdio: 'ignore' })
  child.unref()
  process.once('exit', () => child.kill('SIGKILL'))
  const opened = { requests: openSync(requests, 'r+'), answers: openSync(answers, 'r+') }
  answerOf(opened) // both ends are open: the names are needed no more
  rmSync(folder, { recursive: true, force: true })
  return opened
}

function ask(request: object): Ended | { readonly died: true } {
  host ??= startHost()
  writeSync(host.requests, `${JSON.stringify(request)}\n`)
  const answered = JSON.parse(answerOf(host)) as Ended | { readonly died: true }
  if ('died' in answered) host = undefined
  return answered
}

/** The next line of answers. */
function answerOf({ answers }: Host): string {
  const parts: Buffer[] = []
  for (;;) {
    const part = Buffer.alloc(1 << 16)
    const read = readSync(answers, part)
    parts.push(part.subarray(0, read))
    if (part[read - 1] === 10) return Buffer.concat(parts).toString('utf8')
  }
}

/** Starts the command and ends it with the signal as soon as `when` says so, asked every few milliseconds. */
export async function tacetUntil(
  args: readonly string[],
  cwd: string,
  when: () => boolean,
  signal: NodeJS.Signals,
): Promise<Ended> {
  const child = spawn(process.execPath, [MAIN, ...args], { cwd, env: { ...process.env, NO_COLOR: '1' } })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (piece) => {
    stdout += piece
  })
  child.stderr.on('data', (piece) => {
    stderr += piece
  })
  const watch = setInterval(() => {
    if (when()) {
      clearInterval(watch)
      child.kill(signal)
    }
  }, 2)
  const code = await new Promise<number | null>((done) => child.once('exit', done))
  clearInterval(watch)
  return { code, stdout, stderr }
}

/** A folder for the tests of one file. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tacet-test-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
