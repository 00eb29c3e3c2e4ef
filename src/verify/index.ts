/**
 * Checks a finished release again, with code that did not make it.
 */

export type { Check } from './check.ts'
export { type VerifyOptions, verifyRelease } from './verify-release.ts'
