/**
 * A repeatable stream of draws for tests and simulation, keyed by a seed.
 *
 * Whoever knows the seed can subtract the noise: everything drawn from here is NOT PRIVATE, and `seeded` says so.
 */
import { badInput } from '../request-error.ts'
import { chachaEntropy } from './chacha.ts'
import type { Entropy } from './entropy.ts'

/** A deterministic source of draws. The seed is any number, or text of up to 32 bytes. */
export function seededEntropy(seed: number | string, stream = 0): Entropy {
  return chachaEntropy(keyOf(String(seed)), stream, true)
}

function keyOf(seed: string): Uint32Array {
  const bytes = new TextEncoder().encode(seed)
  if (bytes.length > 32) throw badInput(`The seed has ${bytes.length} bytes; at most 32 are used. Shorten it.`)
  const key = new Uint32Array(8)
  bytes.forEach((byte, i) => {
    key[i >> 2] |= byte << (8 * (i & 3))
  })
  return key
}
