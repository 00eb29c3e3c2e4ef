/**
 * Whether a release can be put into a folder of a name, before anything is read or spent. It asks by making one: rights alone do not say it
 * (below /proc everything is allowed and nothing can be made, and a recursive mkdir never returns from there).
 */
import { lstatSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmdirSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { writeError } from '../files/index.ts'
import { badInput, clipped } from '../request-error.ts'

/** What a run puts beside the folder has the same name and some letters more; file systems allow 255 bytes. */
const LONGEST_NAME = 180

export function checkOutFolder(out: string): void {
  if (out === '') throw badInput('`out`: the name is empty. Give the name of a new folder.')
  const target = resolve(out)
  checkNameLengths('`out`', target)
  checkPortableName(basename(target))
  if (entry(target)?.isSymbolicLink())
    throw badInput(
      `\`out\` ${out}: it is a symbolic link to ${clipped(readlinkSync(target))}. A release is moved into place as a whole: name the folder itself.`,
    )
  let parent = dirname(target)
  while (entry(parent) === undefined) parent = dirname(parent)
  checkWritable(`\`out\` ${out}`, parent)
  // With a folder of a run beside it, that run may still have to tidy up: it looks itself.
  if (entry(`${target}.partial`) === undefined) checkFree(out)
}

/** What Windows takes for a device (`CON`, also `con.txt`), or writes under another name (it drops a dot or a space at the end). */
const NOT_ON_WINDOWS = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)|[. ]$|[<>:"|?*]/i

/** Throws, on Windows, for a name that no folder can have there. */
export function checkPortableName(name: string, platform: string = process.platform): void {
  if (platform !== 'win32' || !NOT_ON_WINDOWS.test(name)) return
  throw badInput(
    `\`out\`: Windows has no folder of the name "${clipped(name)}": names of devices such as CON and NUL, a dot or a space at the end, and < > : " | ? * are not allowed. Give another name.`,
  )
}

/** Throws when there is something under that name already: a file, a finished release, or a folder with anything in it. */
export function checkFree(out: string): void {
  const found = entry(resolve(out))
  if (found === undefined) return
  if (!found.isDirectory()) throw badInput(`\`out\` ${out}: there is a file of that name. Name a new folder.`)
  if (readdirSync(out).length === 0) return
  const finished = releaseIn(out)
  throw badInput(
    finished === undefined
      ? `\`out\` ${out}: the folder is not empty, and a release never replaces other files. Name a new folder.`
      : `\`out\` ${out} holds a finished release of tacet ${finished.command} (run ${finished.runId}). Nothing was done: no data were read ` +
          `and no budget was spent. "tacet verify ${out}" checks it; name a new folder for another release.`,
    finished === undefined ? {} : { finished: true, command: finished.command },
  )
}

/** The release in a folder, if there is one. */
export function releaseIn(folder: string): { readonly runId: string; readonly command: string } | undefined {
  try {
    const { runId, command } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
    return typeof runId === 'string' ? { runId, command: String(command) } : undefined
  } catch {
    return undefined
  }
}

/** Throws when a part of the path is longer than a file system takes, with room for what is put beside it. */
export function checkNameLengths(where: string, path: string): void {
  const long = path.split(sep).find((part) => Buffer.byteLength(part) > LONGEST_NAME)
  if (long !== undefined)
    throw badInput(`${where}: the name "${clipped(long)}" is longer than ${LONGEST_NAME} bytes. Give a shorter one.`)
}

/** Throws when nothing can be made in an existing folder. */
export function checkWritable(where: string, folder: string): void {
  try {
    rmdirSync(mkdtempSync(join(folder, '.tacet-')))
  } catch (error) {
    const known = writeError(where, error)
    const isSaid = known !== error && (error as NodeJS.ErrnoException).code !== 'ENOENT'
    throw isSaid ? known : badInput(`${where}: nothing can be made in ${folder}. Name a folder elsewhere.`)
  }
}

function entry(path: string): ReturnType<typeof lstatSync> | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined
    throw error
  }
}
