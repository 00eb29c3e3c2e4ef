/**
 * Who holds a lock, precisely enough to know when they are gone for good.
 *
 * A process number alone is not enough: numbers are used again, and mean nothing on another machine or in another container.
 * So the holder's start time goes along, with its machine, boot and process namespace (on Linux; elsewhere they are null).
 * When in doubt a holder counts as alive: waiting is safe, taking over is not.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

export interface ProcessIdentity {
  /** Names this one acquisition, among all there ever were. */
  readonly token: string
  readonly pid: number
  readonly started: string | null
  readonly host: string
  readonly machine: string | null
  readonly boot: string | null
  readonly namespace: string | null
}

/** The namespace of processes that are in no container. */
const OUTERMOST = 'pid:[4026531836]'

export function ownIdentity(): ProcessIdentity {
  return {
    token: randomUUID(),
    pid: process.pid,
    started: processTime(process.pid)?.started ?? null,
    host: hostname(),
    machine: attempt(() => readFileSync('/etc/machine-id', 'utf8').trim()),
    boot: attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    namespace: attempt(() => readlinkSync('/proc/self/ns/pid')),
  }
}

/** True only when it is certain that the process has ended. */
export function hasEnded(other: ProcessIdentity): boolean {
  const here = ownIdentity()
  if (other.host !== here.host || other.machine !== here.machine || other.namespace !== here.namespace) return false
  if (other.boot !== here.boot) return here.machine !== null && here.namespace === OUTERMOST // this machine was restarted
  if (!isRunning(other.pid)) return true
  const now = processTime(other.pid)
  if (now === null || other.started === null) return false
  return now.zombie || now.started !== other.started
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

/** Fields 3 and 22 of /proc/PID/stat: the state, and the start in ticks since boot. The name in field 2 may hold spaces. */
function processTime(pid: number): { started: string; zombie: boolean } | null {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  if (stat === null) return null
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { started: fields[19], zombie: fields[0] === 'Z' }
}

function attempt(read: () => string): string | null {
  try {
    return read() || null
  } catch {
    return null
  }
}
