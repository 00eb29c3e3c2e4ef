/**
 * Checks a finished release again, with code that did not make it.
 */

export type { Check } from './check.ts'
export { notVouchedFor, type Vouching } from './not-vouched.ts'
export { type ReleaseToVerify, type Verifier, type VerifyOptions, verifyFolder } from './verify-release.ts'
