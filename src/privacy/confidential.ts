/**
 * A value that must not leave the house except through a mechanism.
 *
 * It prints, logs and serialises as "[confidential]". `open` is the only door; a test reads the import graph and lets
 * only `privacy/` (to measure), and `data/`, `bounds/` and `anonymity/` (which are not differentially private, and say
 * so) import it.
 */
const values = new WeakMap<object, unknown>()

export class Confidential<T> {
  /** Never assigned: it makes `Confidential<A>` and `Confidential<B>` different types. */
  declare readonly guarded: T

  toString(): string {
    return '[confidential]'
  }

  toJSON(): string {
    return '[confidential]'
  }
}

// What Node prints for it, in a log or an error.
Object.defineProperty(Confidential.prototype, Symbol.for('nodejs.util.inspect.custom'), {
  value: () => '[confidential]',
})

/** Locks a value up. Any room may. */
export function confidential<T>(value: T): Confidential<T> {
  const box = new Confidential<T>()
  values.set(box, value)
  return Object.freeze(box)
}

/** Takes a value out. Only the rooms named above may import this. */
export function open<T>(box: Confidential<T>): T {
  return values.get(box) as T
}
