/**
 * One seed for every random property, so that a commit passes or fails the same way wherever it is tested.
 * `TACET_PROPERTY_SEED=123 npx vitest run` tries other cases; a case that fails there becomes a test of its own.
 * While somebody works (`npm run test:unit`, `test:watch`) a property tries what it can in a second; `npm test` tries all of its cases.
 */
import fc from 'fast-check'
import { isQuick } from './tier.ts'

const seed = Number(process.env.TACET_PROPERTY_SEED ?? 20_261_116)
if (!Number.isInteger(seed)) throw new Error('TACET_PROPERTY_SEED must be a whole number.')
fc.configureGlobal({ seed, ...(isQuick && { interruptAfterTimeLimit: 1000, markInterruptAsFailure: false }) })
