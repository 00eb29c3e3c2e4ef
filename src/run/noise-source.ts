import { type Entropy, keyedEntropy, seededEntropy } from '../noise/index.ts'

/** Where the randomness of a draw comes from, as plain data, so that it can go to a worker. */
export type NoiseSource =
  | { readonly kind: 'key'; readonly key: Uint8Array }
  | { readonly kind: 'seed'; readonly seed: string }

/** The draws of one stream of a source. */
export function entropyOf(source: NoiseSource, stream = 0): Entropy {
  return source.kind === 'key' ? keyedEntropy(source.key, stream) : seededEntropy(source.seed, stream)
}
