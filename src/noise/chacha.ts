/**
 * Random words from a 256-bit key: ChaCha20 with a stream number as the nonce.
 * Streams of one key are independent of each other, and each can be drawn again.
 */
import { chachaBlock } from './chacha-block.ts'
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
