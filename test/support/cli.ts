/** The built command, run as a person would: a process of its own. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'

export const MAIN: string = fileURLToPath(new URL('../../dist/cli/main.mjs', import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export function tacet(args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', ...env },
    maxBuffer: 1 << 28,
  })
  return { code: status, stdout, stderr }
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

/** Like `tacet`, without keeping the test's own thread waiting. */
export function tacetAsync(args: readonly string[], cwd: string): Promise<Ended> {
  return tacetUntil(args, cwd, () => false, 'SIGKILL')
}
