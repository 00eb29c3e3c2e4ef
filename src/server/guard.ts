/**
 * What is refused before any route sees it.
 *
 * The Host must be a name of this machine: comparing Origin with Host would not stop a page whose name was made to point here
 * (DNS rebinding), since both are then the same. The Origin must be one of the studio's own. What is sent must be JSON:
 * a form or a text can be posted by any page without being asked first.
 */
import type { Context, MiddlewareHandler } from 'hono'
import { getCookie } from 'hono/cookie'
import type { Session } from './session.ts'

export interface Address {
  readonly port: number
  /** Names beyond those of the loopback, where the studio is served to others on purpose. */
  readonly extraHosts: readonly string[]
  readonly secure: boolean
}

const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

/** Every `host:port` under which the studio answers. */
export function allowedHosts({ port, extraHosts }: Address): readonly string[] {
  return [...LOOPBACK, ...extraHosts].map((host) => `${host}:${port}`)
}

export function checkHostAndOrigin(address: () => Address): MiddlewareHandler {
  return async (context, next) => {
    const hosts = allowedHosts(address())
    if (!hosts.includes((context.req.header('host') ?? '').toLowerCase()))
      return refuse(context, 421, 'This studio answers only to the names of its own machine.')
    const origin = context.req.header('origin')
    const scheme = address().secure ? 'https' : 'http'
    if (origin !== undefined && !hosts.some((host) => origin === `${scheme}://${host}`))
      return refuse(context, 403, 'This request came from another page.')
    if (origin === undefined && context.req.method !== 'GET')
      return refuse(context, 403, 'A request that sends something must say which page it comes from (Origin).')
    const site = context.req.header('sec-fetch-site')
    if (site !== undefined && site !== 'same-origin' && site !== 'none')
      return refuse(context, 403, 'This request came from another site.')
    return next()
  }
}

/** The methods are GET and POST, and what is posted is JSON. */
export function checkJson(): MiddlewareHandler {
  return async (context, next) => {
    const { method } = context.req
    if (method === 'GET') return next()
    if (method !== 'POST') return refuse(context, 405, 'Only GET and POST are answered.')
    const type = (context.req.header('content-type') ?? '').toLowerCase()
    if (!/^application\/json(\s*;\s*charset=utf-8)?$/.test(type))
      return refuse(context, 415, 'Send JSON, with the content type application/json.')
    return next()
  }
}

/** Everything but the page itself and the exchange of the token needs the cookie. */
export function checkSession(session: Session, address: () => Address): MiddlewareHandler {
  return async (context, next) => {
    if (context.req.path === '/api/session') return next()
    if (session.isValid(getCookie(context, session.cookieName(address().port)))) return next()
    return refuse(context, 401, 'Open the studio by the address that "tacet studio" printed.')
  }
}

export function refuse(
  context: Context,
  status: 400 | 401 | 403 | 404 | 405 | 413 | 415 | 421 | 429,
  message: string,
): Response {
  return context.json({ error: { code: 'refused', message } }, status)
}
