import { readFileSync } from 'node:fs'

/** The version of the package: package.json stands one folder above both src/ and dist/. */
export const version: string = (
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
).version
