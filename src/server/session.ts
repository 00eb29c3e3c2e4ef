/**
 * Who may ask. Each start of the studio has a token, handed over in the fragment of the address (which no browser sends to a
 * server and no log holds) and exchanged for a cookie that scripts cannot read and other sites cannot send.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'

export interface Session {
  /** What the address carries. */
  readonly token: string
  /** Cookies know no ports: two studios on one machine need two names. */
  cookieName(port: number): string
  /** The cookie for the right token (or password, where one is set); undefined otherwise, later with every wrong one in a row. */
  exchange(secret: string): Promise<string | undefined>
  isValid(cookie: string | undefined): boolean
}

/** Milliseconds after a wrong secret; wrong ones are answered one after the other, so guesses cannot be made side by side. */
const FIRST_DELAY = 100
const LONGEST_DELAY = 5_000

export function newSession(password?: string): Session {
  let wrong = 0
  let waiting: Promise<unknown> = Promise.resolve()
  const token = randomBytes(32).toString('base64url')
  const cookie = randomBytes(32).toString('base64url')
  return {
    token,
    cookieName: (port) => `tacet-${port}`,
    exchange: async (secret) => {
      if (isSame(secret, password ?? token)) {
        wrong = 0
        return cookie
      }
      const turn = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** wrong++)
      waiting = waiting.then(() => delay(turn, undefined, { ref: false }))
      await waiting
      return undefined
    },
    isValid: (given) => given !== undefined && isSame(given, cookie),
  }
}

/** Compares in a time that does not depend on where the texts differ. */
function isSame(a: string, b: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(a), hash(b))
}
