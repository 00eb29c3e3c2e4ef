import { ask } from './api.ts'

/** Exchanges the token in the address for a cookie, and takes it out of the address and the history. */
export async function openSession(): Promise<void> {
  const match = /token=([\w-]+)/.exec(location.hash)
  if (match === null) return
  history.replaceState(null, '', `${location.pathname}#/audit`)
  await ask('session', { secret: match[1] })
}
