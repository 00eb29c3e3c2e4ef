/**
 * The built command in a pseudo-terminal, made by `script` of util-linux: what a person would see, and what the terminal is
 * left like.
 */
import { spawn } from 'node:child_process'
import { MAIN } from './cli.ts'

export interface Seen {
  readonly code: number | null
  /** Every byte that reached the terminal. */
  readonly raw: string
  /** The lines that stay on the screen, without colours and without what was rewritten. */
  readonly lines: readonly string[]
}

export interface PtyOptions {
  readonly columns?: number
  readonly env?: Readonly<Record<string, string>>
  /** Typed as soon as the text so far says so. */
  readonly type?: readonly { readonly when: (raw: string) => boolean; readonly keys: string }[]
  /** Called with every piece of text, for what is not typing. */
  readonly watch?: (raw: string) => void
}

/** `tacet` with these arguments, in a terminal of that many columns. */
export function tacetOnTerminal(args: readonly string[], cwd: string, options: PtyOptions = {}): Promise<Seen> {
  return onTerminal([process.execPath, MAIN, ...args].map(quoted).join(' '), cwd, options)
}

/** A shell command line in a terminal; it is over when the command ends by itself. */
export async function onTerminal(
  commandLine: string,
  cwd: string,
  { columns = 80, env = {}, type = [], watch = () => {} }: PtyOptions = {},
): Promise<Seen> {
  const { NO_COLOR, FORCE_COLOR, ...inherited } = process.env
  const child = spawn('script', ['-qec', `stty cols ${columns} rows 50; exec ${commandLine}`, '/dev/null'], {
    cwd,
    env: { ...inherited, TERM: 'xterm', LC_ALL: 'C.UTF-8', SHELL: '/bin/sh', ...env },
  })
  const waiting = [...type]
  let raw = ''
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    raw += piece
    watch(raw)
    while (waiting.length > 0 && waiting[0].when(raw)) child.stdin.write(waiting.shift()?.keys ?? '')
  })
  const code = await new Promise<number | null>((done) => child.once('close', done))
  return { code, raw, lines: screenLines(raw) }
}

/** Carriage returns go back to the start of a line, and `ESC [ K` erases from there to its end. */
function screenLines(raw: string): string[] {
  const lines: string[] = []
  for (const line of raw.replaceAll('\r\n', '\n').split('\n')) {
    let shown = ''
    for (const part of line.split('\r')) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are told by the escape character
      const text = part.replaceAll(/\x1b\[[\d;]*m/g, '')
      const [written, erased] = text.split('\x1b[K', 2)
      shown = erased === undefined ? written + shown.slice(written.length) : written + erased
    }
    lines.push(shown)
  }
  return lines
}

/** What must hold of the terminal after any end: whatever was hidden or turned off is back. */
export function isRestored(raw: string): boolean {
  return [
    ['\x1b[?25l', '\x1b[?25h'],
    ['\x1b[?7l', '\x1b[?7h'],
    ['\x1b[?1049h', '\x1b[?1049l'],
  ].every(([change, back]) => raw.lastIndexOf(change) <= raw.lastIndexOf(back))
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`
}
