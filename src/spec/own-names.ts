/**
 * Names in a spec are the user's: a recode may have a group called `constructor`, a level may be called `__proto__`. So its
 * records inherit nothing, and the one name that the validator drops without a word goes through it in disguise.
 */

const DROPPED = '__proto__'
const DISGUISE = '\ue000proto'

/** The value with the dropped name disguised, for the validator. */
export function disguised(value: unknown): unknown {
  return renamed(value, (name) => (name === DROPPED ? DISGUISE : name))
}

/** The validated value with every name as it was. */
export function undisguised<T>(value: T): T {
  return renamed(value, ownName) as T
}

/** A name, out of its disguise. */
export function ownName(name: string): string {
  return name === DISGUISE ? DROPPED : name
}

/** A message that may hold the disguise. */
export function ownText(text: string): string {
  return text.replaceAll(DISGUISE, DROPPED)
}

/** A copy whose records have no prototype. */
function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((entry) => renamed(entry, rename))
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.create(null) as Record<string, unknown>
  for (const [name, entry] of Object.entries(value)) copy[rename(name)] = renamed(entry, rename)
  return copy
}
