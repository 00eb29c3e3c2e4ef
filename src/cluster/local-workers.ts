/** Worker processes on this machine: as many as asked for, each started again when it ends before the run does. */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { Launcher } from './directory/directory-sharing.ts'

/** Milliseconds before a worker that ended is replaced. */
const PAUSE = 500
/** Milliseconds for a worker to come to its end when asked. */
const PATIENCE = 3000

export interface LocalWorkers {
  readonly count: number
  /** The program and all its arguments. */
  readonly command: readonly string[]
  /** A folder for what they say; without it nobody hears it. */
  readonly logs?: string
  /** Beside this process's own. */
  readonly environment?: Readonly<Record<string, string>>
}

export function localWorkers({ count, command, logs, environment }: LocalWorkers): Launcher {
  const slots: (ChildProcess | undefined)[] = Array.from({ length: count })
  const ended = slots.map(() => Number.NEGATIVE_INFINITY)
  const start = (slot: number): void => {
    const log = logs === undefined ? undefined : openLog(logs, slot)
    const child = spawn(command[0], command.slice(1), {
      stdio: ['ignore', log ?? 'ignore', log ?? 'ignore'],
      env: { ...process.env, ...environment },
    })
    if (log !== undefined) closeSync(log)
    slots[slot] = child
    const over = (): void => {
      slots[slot] = undefined
      ended[slot] = performance.now()
    }
    child.once('exit', over)
    child.once('error', over)
  }
  return {
    keepGoing: async () => {
      for (let slot = 0; slot < count; slot++)
        if (slots[slot] === undefined && performance.now() - ended[slot] > PAUSE) start(slot)
    },
    close: async () => {
      await Promise.all(slots.map((child) => child && ending(child)))
    },
  }
}

function openLog(logs: string, slot: number): number {
  mkdirSync(logs, { recursive: true, mode: 0o700 })
  return openSync(join(logs, `worker-${slot}.log`), 'a', 0o600)
}

async function ending(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE)
  await gone
  clearTimeout(timer)
}
