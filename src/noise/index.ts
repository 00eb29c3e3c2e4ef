// Where randomness comes from.

// Noise on whole vectors.
export { addNoise, type CountArray, fillDiscreteGaussian, fillDiscreteLaplace } from './add-noise.ts'
// Single exact draws.
export { discreteGaussian, discreteGaussianSampler } from './discrete-gaussian.ts'
export { discreteLaplace, discreteLaplaceSampler, geometric, geometricSampler } from './discrete-laplace.ts'
export { type Entropy, osEntropy, type Whole } from './entropy.ts'
// Laws as data: sampler, probabilities, variance, interval.
export { marginOf, massOf, type NoiseLaw, referenceSamplerOf, samplerOf, tailOf, varianceOf } from './law.ts'
// Proof by replay: the exact law of any sampler.
export { lawOf, type ObservedLaw } from './law-of.ts'
export { keyedEntropy, newNoiseKey } from './noise-key.ts'
export { seededEntropy } from './seeded.ts'
export { truncatedLaplace, truncatedLaplaceSampler } from './truncated-laplace.ts'
// The exact price of a cut-off tail.
export { tailBounds } from './truncated-law.ts'
