/**
 * A value that must not leave the house except through a mechanism.
 *
 * It prints, logs and serialises as "[confidential]". `open` is the only door; a test reads the import graph and lets
 * only `privacy/` (to measure), and `data/`, `bounds/`, `anonymity/` and `protection/` (which are not differentially private,
 * and say so) import it.
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
  if (!values.has(box)) throw new TypeError('this Confidential was not made by confidential()')
  return values.get(box) as T
}

/** A function of a confidential value is as confidential. Any room may ask for one; nobody gets to see either. */
export function derive<A, B>(box: Confidential<A>, by: (value: A) => B): Confidential<B> {
  return confidential(by(open(box)))
}

/** The same of a function that gives one value after the other. Each is as confidential; how many there are must be public. */
export async function* deriveEach<A, B>(
  box: Confidential<A>,
  by: (value: A) => AsyncIterable<B>,
): AsyncGenerator<Confidential<B>> {
  for await (const value of by(open(box))) yield confidential(value)
}

/**
 * A confidential value on its way to another thread of this process. Structured cloning copies the one field and drops the
 * class, so what arrives is bare: `fromThread` must be the first to touch it. Shared memory is shared, not copied.
 */
export class Parcel<T> {
  readonly sealed: T

  constructor(sealed: T) {
    this.sealed = sealed
  }

  toString(): string {
    return '[confidential]'
  }

  toJSON(): string {
    return '[confidential]'
  }
}

Object.defineProperty(Parcel.prototype, Symbol.for('nodejs.util.inspect.custom'), { value: () => '[confidential]' })

/** Packs a box for `postMessage`. Only `run/` and `data/` may import this. */
export function forThread<T>(box: Confidential<T>): Parcel<T> {
  return new Parcel(open(box))
}

/** Locks up again what came through `postMessage`. Only `run/` and `data/` may import this. */
export function fromThread<T>(parcel: unknown): Confidential<T> {
  if (typeof parcel !== 'object' || parcel === null || !('sealed' in parcel)) {
    throw new TypeError('not a parcel made by forThread()')
  }
  return confidential(parcel.sealed as T)
}
