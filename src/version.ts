import { existsSync, readFileSync } from 'node:fs'
import { builtFolder, isSource } from './built.ts'

/** The version of the package. */
export const version: string = (
  JSON.parse(readFileSync(new URL('../package.json', builtFolder), 'utf8')) as { version: string }
).version

export interface BuildFacts {
  readonly commit: string | null
  readonly sbomSha256: string | null
}

/** What the build wrote down about itself; nothing where the sources run as they are. */
export function buildFacts(): BuildFacts {
  const file = new URL('build.json', builtFolder)
  if (isSource || !existsSync(file)) return { commit: null, sbomSha256: null }
  return JSON.parse(readFileSync(file, 'utf8')) as BuildFacts
}
