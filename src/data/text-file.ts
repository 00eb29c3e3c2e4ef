/** Small text files that are read whole: specs, models, manifests. */
import { readFile, stat } from 'node:fs/promises'
import { badInput } from '../request-error.ts'

/** Larger files are data and not text for people. */
const MOST_BYTES = 1 << 28

/** Reads it. `what` says what file is wanted; a device that never ends, a folder and a huge file are refused. */
export async function readTextFile(path: string, what: string): Promise<string> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw badInput(`${path}: ${whyAbsent(error.code)}. ${what}`)
  })
  if (found.isDirectory()) throw badInput(`${path}: it is a folder. ${what}`)
  if (!found.isFile()) throw badInput(`${path}: it is not a regular file. ${what}`)
  if (found.size > MOST_BYTES) throw badInput(`${path}: it is larger than ${MOST_BYTES >> 20} MB. ${what}`)
  return readFile(path, 'utf8').catch(() => {
    throw badInput(`${path}: it cannot be read. ${what}`)
  })
}

function whyAbsent(code: string | undefined): string {
  if (code === 'ENOENT') return 'there is no such file'
  if (code === 'ENOTDIR') return 'a part of its path is a file, not a folder'
  if (code === 'ENAMETOOLONG') return 'the name is longer than a file name can be'
  if (code === 'ELOOP') return 'the link leads round in a circle'
  return 'it cannot be read'
}
