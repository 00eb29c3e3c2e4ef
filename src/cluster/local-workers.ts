/** Worker processes on this machine: as many as asked for, each started again when it ends before the run does. */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { Launcher } from './directory/directory-sharing.ts'

/** Milliseconds before a worker that ended is replaced. */
const PAUSE = 500
/** Milliseconds for a worker to come to its end when asked. */
const PATIENCE = 3000

/** `command`: the program and its first arguments; `args`: what makes it a worker; `logs`: a folder for what they say. */
export function localWorkers(
  count: number,
  command: readonly string[],
  args: readonly string[],
  logs: string,
): Launcher {
  const slots: (ChildProcess | undefined)[] = Array.from({ length: count })
  const ended = slots.map(() => Number.NEGATIVE_INFINITY)
  const start = (slot: number): void => {
    mkdirSync(logs, { recursive: true, mode: 0o700 })
    const log = openSync(join(logs, `worker-${slot}.log`), 'a', 0o600)
    const child = spawn(command[0], [...command.slice(1), ...args], { stdio: ['ignore', log, log] })
    closeSync(log)
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

async function ending(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE)
  await gone
  clearTimeout(timer)
}
