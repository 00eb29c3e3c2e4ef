/**
 * An exclusive lock between processes, as a file, that survives kill -9: two processes never hold it at once, and a holder
 * that was killed is replaced without anybody's help.
 *
 * Taking: the holder's identity is written to a draft, and the draft is linked to the lock's name. Linking fails when the
 * name exists, so one process wins, and the file is never seen half written.
 *
 * Taking over from a dead holder with token T: whoever wants to must first take a second lock of the same kind, named after T.
 * Only its holder may replace a lock that carries T (the dead one cannot), and it looks once more that the lock still carries
 * T before it renames its own draft over it. So a slow process that judged T dead long ago finds another token and goes back
 * to waiting. The second lock's holder may be killed too; then it is taken over in the same way, by a third one. Tokens are
 * never used twice, so what a killed process leaves behind can do no harm; it is swept up at the next take-over.
 */
import { closeSync, fsyncSync, linkSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { hasEnded, moveSync, ownIdentity, type ProcessIdentity, removeFileSync } from '../files/index.ts'
import { RequestError } from '../request-error.ts'

/** Called between any two file operations, with the name of the next: tests stop a process there. */
export type StepHook = (step: string) => void

export interface LockOptions {
  /** How long to wait for another holder. */
  readonly patience?: number
  /** What is locked, for the message to whoever cannot have it. */
  readonly what?: string
  readonly onStep?: StepHook
}

/** Nobody gives up while the lock changes hands: the time counts from when the present holder was first seen. */
const PATIENCE = 60_000
const FIRST_POLL = 2
const LONGEST_POLL = 60

/** Takes the lock, runs the work and gives the lock back, whatever happens. */
export async function withLock<T>(path: string, work: () => T | Promise<T>, options: LockOptions = {}): Promise<T> {
  const { patience = PATIENCE, what = 'The ledger', onStep = () => {} } = options
  const token = await taken(path, patience, what, onStep)
  try {
    return await work()
  } finally {
    onStep('release lock')
    if (holder(path)?.token === token) removeFileSync(path)
  }
}

async function taken(path: string, patience: number, what: string, onStep: StepHook): Promise<string> {
  let seen: string | undefined
  let since = Date.now()
  for (let poll = FIRST_POLL; ; poll = Math.min(LONGEST_POLL, poll * 1.5)) {
    const token = take(path, onStep)
    if (token !== undefined) return token
    const now = holder(path)?.token
    if (now !== seen) [seen, since] = [now, Date.now()]
    if (Date.now() - since > patience) throw busy(path, what)
    await delay(poll * (0.5 + ((performance.now() * 1000) % 1000) / 1000)) // uneven, so that waiters do not march in step
  }
}

/** One attempt: the token under which the lock is now held, or undefined when somebody else holds it. */
function take(path: string, onStep: StepHook, main = path): string | undefined {
  const present = holder(path)
  if (present !== undefined && !hasEnded(present)) return undefined // nothing is written while another holds it
  const me = ownIdentity()
  const draft = `${main}.${me.token}`
  onStep('write lock draft')
  writeDraft(draft, JSON.stringify(me))
  try {
    onStep('link lock')
    if (linked(draft, path)) return me.token
    const dead = holder(path)
    if (dead === undefined || !hasEnded(dead)) return undefined
    return takeOver(path, dead, draft, onStep, main) ? me.token : undefined
  } finally {
    onStep('remove lock draft')
    removeFileSync(draft)
  }
}

/** Flushed before it is linked: a lock whose bytes were lost with the power could not be judged. */
function writeDraft(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function takeOver(path: string, dead: ProcessIdentity, draft: string, onStep: StepHook, main: string): boolean {
  const second = `${main}.${dead.token}.over` // a token is enough to name it: were names nested, they would grow too long
  if (take(second, onStep, main) === undefined) return false
  try {
    onStep('check dead lock')
    if (holder(path)?.token !== dead.token) return false
    onStep('replace lock')
    moveSync(draft, path)
    if (path === main) sweep(main, second)
    return true
  } finally {
    onStep('release second lock')
    removeFileSync(second)
  }
}

/** Windows refuses a name whose file is just being removed in the words of one that may not be written. */
const IN_USE = new Set(process.platform === 'win32' ? ['EEXIST', 'EPERM', 'EACCES', 'EBUSY'] : ['EEXIST'])

function linked(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (IN_USE.has((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

/** Who holds a lock; undefined when nobody does. A lock is linked into place whole, so no crash leaves one that cannot be read. */
function holder(path: string): ProcessIdentity | undefined {
  const text = textOf(path)
  if (text === undefined) return undefined
  try {
    const found = JSON.parse(text) as ProcessIdentity | null
    if (typeof found?.token === 'string') return found
  } catch {}
  throw new RequestError(
    'input',
    `The lock file ${path} is damaged. If no run is using that file or folder, on whichever machine, remove the lock file.`,
    { lock: path },
  )
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/**
 * Removes the drafts and second locks that dead processes left beside the main lock. Requires that lock: while it is held, every
 * second lock found is named after a token that will never be seen again, so nothing of value is guarded by it.
 */
function sweep(path: string, keep: string): void {
  const folder = dirname(path)
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    if (!name.startsWith(`${basename(path)}.`) || file === keep) continue
    if (!/\.[0-9a-f-]{36}(\.over)?$/.test(name)) continue
    const owner = holder(file)
    if (owner !== undefined && hasEnded(owner)) removeFileSync(file)
  }
}

function busy(path: string, what: string): RequestError {
  const owner = holder(path)
  const who = owner === undefined ? 'somebody' : `process ${owner.pid} on ${owner.host}`
  return new RequestError(
    'input',
    `${what} is in use by ${who} (${path}). Wait until that run has ended and try again. ` +
      'Only if you are certain that it has ended, on whichever machine it ran, remove the lock file.',
    { lock: path },
  )
}
