/**
 * Tests that need something a machine may lack: a browser, a database server, a pseudo-terminal, the public data sets. Without it they are
 * skipped under a name that says why. Where TACET_REQUIRE names it (as in `.ci/run`), its absence is a failure.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, type TestFunction, test } from 'vitest'

export type Need =
  | 'postgres'
  | 'chromium'
  | 'data'
  | 'script'
  | 'zsh'
  | 'fish'
  | 'slurm'
  | 'small disk'
  | 'chdb'
  | 'wine'

const WHY: Readonly<Record<Need, string>> = {
  postgres: 'a PostgreSQL server (Debian: apt-get install postgresql)',
  chromium: 'Chromium (Debian: apt-get install chromium)',
  data: 'the public data sets (set TACET_DATA to their folder)',
  script: '`script` of util-linux, which makes a pseudo-terminal (Debian: apt-get install bsdutils)',
  zsh: 'zsh (Debian: apt-get install zsh)',
  fish: 'fish (Debian: apt-get install fish)',
  'small disk': 'the right to mount a small disk of memory, and PostgreSQL (root)',
  chdb: 'chdb, which is ClickHouse in a library of 500 MB (npm install chdb in some folder, and TACET_CHDB=that folder)',
  wine: 'Wine for 64 bits, which runs Windows programs (Debian: apt-get install wine wine64)',
  slurm: 'Slurm and munge, to be started by root (Debian: apt-get install slurm-wlm munge)',
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const dataFolder = resolve(root, process.env.TACET_DATA ?? '../shared/data')

/** A file of the public data sets. */
export function dataFile(name: string): string {
  return join(dataFolder, name)
}

/** The folder with initdb and postgres, or undefined. */
export function postgresFolder(): string | undefined {
  const versions = '/usr/lib/postgresql'
  const folders = existsSync(versions) ? readdirSync(versions).map((version) => join(versions, version, 'bin')) : []
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
}

/** A folder with chdb installed, or undefined. */
export function chdbFolder(): string | undefined {
  const folder = process.env.TACET_CHDB
  return folder !== undefined && existsSync(join(folder, 'node_modules', 'chdb')) ? folder : undefined
}

export function chromiumPath(): string | undefined {
  return [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
    (path) => path !== undefined && existsSync(path),
  )
}

/** What a program says of itself; empty where it is not installed. */
function versionOf(program: string): string {
  return spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout ?? ''
}

/** A disk of memory, so small that it is soon full. */
export function mountSmall(folder: string, megabytes: number): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' })
}

export function enlarge(folder: string, megabytes: number): void {
  execFileSync('mount', ['-o', `remount,size=${megabytes}m`, folder], { stdio: 'ignore' })
}

export function unmount(folder: string): void {
  spawnSync('umount', ['--lazy', folder])
}

function canMount(): boolean {
  if (process.getuid?.() !== 0) return false
  const folder = mkdtempSync(join(tmpdir(), 'tacet-mount-'))
  try {
    mountSmall(folder, 1)
    unmount(folder)
    return true
  } catch {
    return false
  } finally {
    rmdirSync(folder)
  }
}

const SLURM = ['slurmctld', 'slurmd', 'munged']

function isThere(need: Need): boolean {
  if (need === 'script') return /util-linux/.test(versionOf('script'))
  if (need === 'slurm') return process.getuid?.() === 0 && SLURM.every((name) => existsSync(join('/usr/sbin', name)))
  if (need === 'zsh' || need === 'fish') return versionOf(need) !== ''
  if (need === 'small disk') return postgresFolder() !== undefined && canMount()
  if (need === 'wine') return existsSync('/usr/bin/wine') && process.arch === 'x64'
  if (need === 'chdb') return chdbFolder() !== undefined
  if (need === 'postgres') return postgresFolder() !== undefined
  return need === 'chromium' ? chromiumPath() !== undefined : existsSync(dataFolder)
}

/** A test that runs only where `need` is met. Without a `timeout` it has as long as any other. */
export function testNeeding(need: Need, name: string, body: TestFunction, timeout?: number): void {
  const required = (process.env.TACET_REQUIRE ?? '').split(',').includes(need)
  if (isThere(need)) test(name, timeout === undefined ? {} : { timeout }, body)
  else if (required) test(name, () => expect.fail(`TACET_REQUIRE asks for it, and there is no ${WHY[need]}`))
  else test.skip(`${name} [skipped: needs ${WHY[need]}]`, body)
}
