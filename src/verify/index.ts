/**
 * Checks a finished release again, with code that did not make it.
 */

export type { Check } from './check.ts'
export { type ReleaseToVerify, type Verifier, type VerifyOptions, verifyFolder } from './verify-release.ts'
