/** The file of record and class that a run may write beside its release: checked before anything is read, moved last. */
import { existsSync, statSync } from 'node:fs'
import { chmod, copyFile, link, rm, writeFile } from 'node:fs/promises'
import { dirname, resolve, sep } from 'node:path'
import { type OutputFormat, PRIVATE_FILE } from '../../data/index.ts'
import { move } from '../../files/index.ts'
import { badInput } from '../../request-error.ts'
import { checkNameLengths, checkWritable } from '../../run/out-folder.ts'
import type { AnonymizeTask } from './task.ts'

export function checkClassesFile(
  path: string,
  { method }: AnonymizeTask,
  { out, format }: { readonly out: string; readonly format: OutputFormat },
): void {
  checkNameLengths('`classes`', path)
  const where = `\`classes\` ${path}`
  if (method.startsWith('doka-')) throw badInput(`${where}: ${method} makes no classes. Leave it out.`)
  const other = format === 'csv' ? '.parquet' : '.csv'
  if (path.toLowerCase().endsWith(other))
    throw badInput(`${where}: it is written as ${format}. Give it a name that ends in .${format}.`)
  if (existsSync(path) && !isEmptyFile(path))
    throw badInput(`${where}: there is such a file already. Give a name that is free.`)
  if (!statSync(dirname(resolve(path)), { throwIfNoEntry: false })?.isDirectory())
    throw badInput(`${where}: there is no such folder. Make it first.`)
  if (`${resolve(path)}${sep}`.startsWith(`${resolve(out)}${sep}`))
    throw badInput(`${where}: this is the place of the release, which has its own. Give a name outside of it.`)
  checkWritable(where, dirname(resolve(path)))
}

/** A name that was only reserved, as by `mktemp`. */
function isEmptyFile(path: string): boolean {
  const found = statSync(path)
  return found.isFile() && found.size === 0
}

/** Copied aside, then moved, and never onto a file that came meanwhile. Which records are alike is for its owner alone. */
export async function placeClassesFile(from: string, path: string): Promise<void> {
  const aside = `${path}.partial-${process.pid}`
  try {
    await writeFile(aside, '', { flag: 'wx', mode: PRIVATE_FILE })
    await copyFile(from, aside)
    await chmod(aside, PRIVATE_FILE)
    await moveNew(aside, path)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw badInput(`\`classes\` ${path} could not be written (${reason}). The classes are in ${from}.`)
  } finally {
    await rm(aside, { force: true })
  }
}

/** A link fails where a file is; where links are not known, the name is looked at again. */
async function moveNew(aside: string, path: string): Promise<void> {
  try {
    await link(aside, path)
  } catch (error) {
    if (existsSync(path) && !isEmptyFile(path)) throw error
    await move(aside, path)
  }
}
