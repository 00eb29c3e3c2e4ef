/** A release, checked again by the checks of the capability that made it. */
import { type VerifyOptions, verifyFolder } from '../verify/index.ts'
import { capabilityOf } from './registry.ts'

export function verifyRelease(folder: string, options: VerifyOptions = {}): ReturnType<typeof verifyFolder> {
  return verifyFolder(folder, options, capabilityOf)
}
