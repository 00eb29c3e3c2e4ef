/**
 * Random words from a 256-bit key: the ChaCha20 block function of RFC 8439, section 2.3, with a stream number as the nonce.
 * Streams of one key are independent of each other, and each can be drawn again.
 */
import { type Entropy, WordEntropy } from './entropy.ts'

const CONSTANTS = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574] // "expand 32-byte k"
const BLOCK_WORDS = 16
const BUFFER_WORDS = 4096

/** Draws that the key and the stream decide. Requires 8 words of key; `seeded` says whether the key may be known. */
export function chachaEntropy(key: Uint32Array, stream: number, seeded: boolean): Entropy {
  const state = new Uint32Array(BLOCK_WORDS)
  state.set(CONSTANTS, 0)
  state.set(key, 4)
  state[13] = stream >>> 0
  state[14] = Math.floor(stream / 2 ** 32)
  const refill = (words: Uint32Array): void => {
    for (let at = 0; at < words.length; at += BLOCK_WORDS) {
      chachaBlock(state, words.subarray(at, at + BLOCK_WORDS))
      state[12]++
      if (state[12] === 0) state[15]++ // a second counter word, in the last nonce word, which streams leave at 0
    }
  }
  return new WordEntropy(refill, BUFFER_WORDS, seeded)
}

/** Writes to `out` the 16 words of the ChaCha20 block for `state`. */
export function chachaBlock(state: Uint32Array, out: Uint32Array): void {
  out.set(state)
  for (let round = 0; round < 10; round++) {
    quarter(out, 0, 4, 8, 12)
    quarter(out, 1, 5, 9, 13)
    quarter(out, 2, 6, 10, 14)
    quarter(out, 3, 7, 11, 15)
    quarter(out, 0, 5, 10, 15)
    quarter(out, 1, 6, 11, 12)
    quarter(out, 2, 7, 8, 13)
    quarter(out, 3, 4, 9, 14)
  }
  for (let i = 0; i < BLOCK_WORDS; i++) out[i] += state[i]
}

function quarter(x: Uint32Array, a: number, b: number, c: number, d: number): void {
  x[a] += x[b]
  x[d] = rotate(x[d] ^ x[a], 16)
  x[c] += x[d]
  x[b] = rotate(x[b] ^ x[c], 12)
  x[a] += x[b]
  x[d] = rotate(x[d] ^ x[a], 8)
  x[c] += x[d]
  x[b] = rotate(x[b] ^ x[c], 7)
}

function rotate(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by))
}
