/**
 * The secret key of one release: 256 bits from the operating system, expanded by ChaCha20, so that a run that was killed while
 * it drew draws the same noise again. The noise is exact for uniform words; that these words cannot be told from uniform ones is
 * the assumption on ChaCha20 that the operating system's own generator makes too. Anyone who has the key can subtract the
 * noise: a run keeps it in its own folder until its measurements are stored, and then destroys it.
 */
import { chachaEntropy } from './chacha.ts'
import type { Entropy } from './entropy.ts'

const KEY_BYTES = 32

/** A fresh key from the operating system. */
export function newNoiseKey(): Uint8Array<ArrayBuffer> {
  return globalThis.crypto.getRandomValues(new Uint8Array(KEY_BYTES))
}

/** The draws of one stream of a key. The same key and stream give the same draws. */
export function keyedEntropy(key: Uint8Array, stream = 0): Entropy {
  if (key.length !== KEY_BYTES) throw new RangeError(`a noise key has ${KEY_BYTES} bytes, not ${key.length}`)
  const words = new Uint32Array(KEY_BYTES / 4)
  const view = new DataView(key.buffer, key.byteOffset, key.byteLength)
  for (let i = 0; i < words.length; i++) words[i] = view.getUint32(4 * i, true)
  return chachaEntropy(words, stream, false)
}
