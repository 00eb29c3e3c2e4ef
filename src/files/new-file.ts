import { writeFile } from 'node:fs/promises'
import { badInput } from '../request-error.ts'
import { writeError } from './durable.ts'

/** Writes a file that must not be there yet. */
export async function writeNewFile(path: string, text: string): Promise<void> {
  await writeFile(path, text, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw badInput(`${path} is there already and is not written over. Name another file.`)
    throw writeError(path, error)
  })
}
