import { ask } from './api.ts'

let opened: Promise<void> | undefined

/** The page's session, opened by the first that asks for it: a token is good for one exchange. */
export function openSession(): Promise<void> {
  opened ??= exchangeToken()
  return opened
}

/** Exchanges the token in the address for a cookie, and takes it out of the address and the history. */
async function exchangeToken(): Promise<void> {
  const match = /token=([\w-]+)/.exec(location.hash)
  if (match === null) return
  history.replaceState(null, '', `${location.pathname}#/audit`)
  await ask('session', { secret: match[1] })
}
