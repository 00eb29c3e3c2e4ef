/**
 * Samples per second of every exact sampler, on its Number and its bigint path, beside the plain floating-point sampler of
 * the same law in the same run (inverse-CDF Laplace, Box-Muller Gaussian, both rounded: fast, and not private, since the
 * gaps between doubles show through).
 */
import { rational } from 'tacet/exact'
import { type Entropy, type NoiseLaw, osEntropy, referenceSamplerOf, samplerOf, type Whole } from 'tacet/noise'

const SECONDS = 0.5
const BATCH = 2000

const LAWS: readonly (readonly [string, NoiseLaw])[] = [
  ['discrete Laplace, scale 1', { kind: 'discrete-laplace', scale: rational(1n) }],
  ['discrete Laplace, scale 10', { kind: 'discrete-laplace', scale: rational(10n) }],
  ['discrete Laplace, scale 1234/567', { kind: 'discrete-laplace', scale: rational(1234n, 567n) }],
  ['discrete Gaussian, variance 1', { kind: 'discrete-gaussian', variance: rational(1n) }],
  ['discrete Gaussian, variance 100', { kind: 'discrete-gaussian', variance: rational(100n) }],
  ['discrete Gaussian, variance 1234/567', { kind: 'discrete-gaussian', variance: rational(1234n, 567n) }],
  ['truncated Laplace, scale 10 on -50..50', { kind: 'truncated-laplace', scale: rational(10n), low: -50n, high: 50n }],
]

/** Draws per second: the best of three rounds, after one to warm up. */
function rate(draw: () => unknown): number {
  let best = 0
  for (let round = 0; round < 4; round++) {
    const start = performance.now()
    let draws = 0
    while (performance.now() - start < (SECONDS * 1000) / 4) {
      for (let i = 0; i < BATCH; i++) draw()
      draws += BATCH
    }
    if (round > 0) best = Math.max(best, (draws * 1000) / (performance.now() - start))
  }
  return best
}

/** Uniform doubles in (0, 1], from the same operating-system source, read in bulk. */
function uniforms(): () => number {
  const words = new Uint32Array(16384)
  let next = words.length
  return () => {
    if (next === words.length) {
      globalThis.crypto.getRandomValues(words)
      next = 0
    }
    return (words[next++] + 1) / 2 ** 32
  }
}

function floatSampler(law: NoiseLaw): () => number {
  const uniform = uniforms()
  if (law.kind === 'discrete-gaussian') {
    const deviation = Math.sqrt(Number(law.variance.num) / Number(law.variance.den))
    return () => Math.round(deviation * Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform()))
  }
  const scale = Number(law.scale.num) / Number(law.scale.den)
  const [low, high] = law.kind === 'truncated-laplace' ? [Number(law.low), Number(law.high)] : [-Infinity, Infinity]
  return () => {
    for (;;) {
      const z = Math.round(scale * Math.log(uniform()) * (uniform() < 0.5 ? 1 : -1))
      if (z >= low && z <= high) return z
    }
  }
}

const millions = (perSecond: number): string => `${(perSecond / 1e6).toFixed(2)} M/s`.padStart(11)

export async function main(): Promise<void> {
  const entropy: Entropy = osEntropy()
  console.log('Exact samplers beside a floating-point one (x: share of its speed)\n')
  console.log(`${'law'.padEnd(40)}${'float'.padStart(11)}${'exact'.padStart(11)}     x${'bigint'.padStart(11)}     x`)
  for (const [name, law] of LAWS) {
    const exact: (entropy: Entropy) => Whole = samplerOf(law)
    const reference = referenceSamplerOf(law)
    const float = rate(floatSampler(law))
    const quick = rate(() => exact(entropy))
    const slow = rate(() => reference(entropy))
    const ratio = (speed: number): string => (speed / float).toFixed(2).padStart(6)
    console.log(name.padEnd(40) + millions(float) + millions(quick) + ratio(quick) + millions(slow) + ratio(slow))
  }
}

await main()
