import { statSync } from 'node:fs'
import { badInput } from '../request-error.ts'

/** Throws when something of that name is there and is no regular file: a folder cannot be read, and a device may never end. */
export function checkRegularFile(path: string, what: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined || found.isFile()) return
  const kind = found.isDirectory() ? 'a folder' : 'a device or a pipe'
  throw badInput(`${path} is ${kind}, not a file. ${what}`)
}
