/** A command run again after its release was finished is told so at once, before any data are read. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { badInput } from '../request-error.ts'

/** Throws when `out` holds a finished release. With a `.partial` folder beside it, the run itself tidies up and decides. */
export async function refuseFinished(out: string, command: string): Promise<void> {
  const folder = out.replace(/(?<=.)[\\/]+$/, '')
  if (existsSync(`${folder}.partial`)) return
  const made = await finishedBy(folder)
  if (made === undefined) return
  const again = made === command ? '' : ` of tacet ${made}`
  throw badInput(
    `--out ${out} is a finished release${again}. Nothing was done: no data were read and no budget was spent. ` +
      `To check it: tacet verify ${out}. To make another release, name a new folder.`,
    { finished: true, command: made },
  )
}

/** The command that made the release in a folder, if it is one. */
async function finishedBy(folder: string): Promise<string | undefined> {
  try {
    const { format, command } = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
    return String(format).startsWith('tacet-manifest-') && typeof command === 'string' ? command : undefined
  } catch {
    return undefined
  }
}
