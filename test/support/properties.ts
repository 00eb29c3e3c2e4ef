/**
 * One seed for every random property, so that a commit passes or fails the same way wherever it is tested.
 * `TACET_PROPERTY_SEED=123 npx vitest run` tries other cases; a case that fails there becomes a test of its own.
 */
import fc from 'fast-check'

const seed = Number(process.env.TACET_PROPERTY_SEED ?? 20_261_116)
if (!Number.isInteger(seed)) throw new Error('TACET_PROPERTY_SEED must be a whole number.')
fc.configureGlobal({ seed })
