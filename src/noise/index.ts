/**
 * Noise on whole numbers, drawn exactly.
 *
 * 1. where randomness comes from: the operating system, a key, or a seed for simulations
 * 2. single exact draws
 * 3. noise on whole vectors
 * 4. laws as data: sampler, probabilities, variance, interval
 * 5. proof by replay: the exact law of any sampler
 */

// 1. where randomness comes from

export { type Entropy, osEntropy, type Whole } from './entropy.ts'
export { keyedEntropy, newNoiseKey } from './noise-key.ts'
export { seededEntropy } from './seeded.ts'

// 2. single exact draws

export { discreteGaussian, discreteGaussianSampler } from './discrete-gaussian.ts'
export { discreteLaplace, discreteLaplaceSampler, geometric, geometricSampler } from './discrete-laplace.ts'
export { truncatedLaplace, truncatedLaplaceSampler } from './truncated-laplace.ts'

// 3. noise on whole vectors

export { addNoise, type CountArray, fillDiscreteGaussian, fillDiscreteLaplace } from './add-noise.ts'

// 4. laws as data

export { marginOf, massOf, type NoiseLaw, referenceSamplerOf, samplerOf, tailOf, varianceOf } from './law.ts'
export { tailBounds } from './truncated-law.ts'

// 5. proof by replay

export { lawOf, type ObservedLaw } from './law-of.ts'
