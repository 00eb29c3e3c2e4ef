/**
 * Work that a signal stops. The first SIGINT or SIGTERM asks it to stop at a safe point; what has not stopped by then is ended, and so it
 * is at the second: everything a run needs to resume is on the disk at any moment.
 */
import { constants } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { type Ending, report } from './ending.ts'
import type { OpenTerminal } from './terminal.ts'

const IS_WINDOWS = process.platform === 'win32'

/** On Windows Ctrl-Break (SIGBREAK) and a window that is closed (SIGHUP) end a run as Ctrl-C does. */
const SIGNALS: readonly NodeJS.Signals[] = IS_WINDOWS
  ? ['SIGINT', 'SIGTERM', 'SIGBREAK', 'SIGHUP']
  : ['SIGINT', 'SIGTERM']

/** Milliseconds from a signal to the end of work that does not come to a safe point. */
const PATIENCE = 1000
/** Milliseconds for the work to be gone; a call into the data engine can hold it. */
const GRACE = 250

export interface StoppableWork {
  /** Starts it; `end` is called when it has ended. */
  begin(end: (ending: Ending) => void): void
  /** Asks it to stop. */
  stop(): void
  /** Resolves when nothing of it keeps the process alive. */
  gone(): Promise<void>
}

/** Does the work, reports how it ended and sets the exit code; `ifStopped` says what stopped work has left behind. */
export async function runUntilSignal(terminal: OpenTerminal, ifStopped: string, work: StoppableWork): Promise<void> {
  const { ending, signal } = await endOf(work, terminal)
  terminal.close()
  const code = report(ending, terminal, ifStopped)
  process.exitCode = ending.kind === 'stopped' && signal !== undefined ? 128 + numberOf(signal) : code
  const gone = work.gone().then(() => true)
  if (signal === undefined || (await Promise.race([gone, wait(GRACE, false, { ref: false })]))) return
  if (IS_WINDOWS) process.exit() // a signal sent there ends a process with code 1
  process.kill(process.pid, signal) // nobody listens any more: the process ends here, and a shell sees the same code
}

/** What Windows alone has counts as Ctrl-C. */
function numberOf(signal: NodeJS.Signals): number {
  return constants.signals[signal === 'SIGTERM' ? 'SIGTERM' : 'SIGINT']
}

function endOf(
  work: StoppableWork,
  terminal: OpenTerminal,
): Promise<{ readonly ending: Ending; readonly signal: NodeJS.Signals | undefined }> {
  return new Promise((resolve) => {
    let signal: NodeJS.Signals | undefined
    let timer: NodeJS.Timeout | undefined
    const end = (ending: Ending): void => {
      clearTimeout(timer)
      for (const name of SIGNALS) process.off(name, stop)
      resolve({ ending, signal })
    }
    const stop = (name: NodeJS.Signals): void => {
      if (signal !== undefined) {
        end({ kind: 'stopped' })
        return
      }
      signal = name
      terminal.note('Stopping at the next safe point.')
      work.stop()
      timer = setTimeout(() => end({ kind: 'stopped' }), PATIENCE)
    }
    for (const name of SIGNALS) process.on(name, stop)
    work.begin(end)
  })
}
