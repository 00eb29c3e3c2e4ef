import { existsSync, readFileSync } from 'node:fs'

/** The version of the package: package.json stands one folder above both src/ and dist/. */
export const version: string = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version

export interface BuildFacts {
  readonly commit: string | null
  readonly sbomSha256: string | null
}

/** What the build wrote down about itself; nothing where the sources run as they are. */
export function buildFacts(): BuildFacts {
  const file = new URL('./build.json', import.meta.url)
  if (!existsSync(file)) return { commit: null, sbomSha256: null }
  return JSON.parse(readFileSync(file, 'utf8')) as BuildFacts
}
