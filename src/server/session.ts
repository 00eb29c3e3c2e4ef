/**
 * Who may ask. Each start of the studio has a token, handed over in the fragment of the address (which no browser sends to a
 * server and no log holds) and exchanged for a cookie that scripts cannot read and other sites cannot send.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

export interface Session {
  /** What the address carries. */
  readonly token: string
  /** Cookies know no ports: two studios on one machine need two names. */
  cookieName(port: number): string
  /** The cookie for the right token (or password, where one is set), undefined otherwise. */
  exchange(secret: string): string | undefined
  isValid(cookie: string | undefined): boolean
}

export function newSession(password?: string): Session {
  const token = randomBytes(32).toString('base64url')
  const cookie = randomBytes(32).toString('base64url')
  return {
    token,
    cookieName: (port) => `tacet-${port}`,
    exchange: (secret) => (isSame(secret, password ?? token) ? cookie : undefined),
    isValid: (given) => given !== undefined && isSame(given, cookie),
  }
}

/** Compares in a time that does not depend on where the texts differ. */
function isSame(a: string, b: string): boolean {
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(a), hash(b))
}
