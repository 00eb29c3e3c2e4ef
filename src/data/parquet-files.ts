/**
 * Data in several Parquet files of one folder, as Spark and the like write them: they are one table, counted in one pass. They are named by their
 * folder (`people`), or by a pattern in it (`people/*.parquet`).
 */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { badInput } from '../request-error.ts'

const PARQUET = /\.(parquet|pq)$/i

/** Whether a path names several files together. A file that is called so itself is one file. */
export function isSeveral(path: string): boolean {
  return isFolder(path) || isPattern(path)
}

/** The files of a data source: the Parquet files of a folder in the order of their names, or the one file it is. */
export function dataFiles(path: string): readonly string[] {
  if (isPattern(path)) return matchingFiles(path)
  return isFolder(path) ? filesInFolder(path) : [path]
}

/** What the ledger of a data source is kept beside: the file, or the folder of files, however many of them are named. */
export function dataHome(path: string): string {
  return isPattern(path) ? dirname(path) : path.replace(/(?<=.)[\\/]+$/, '')
}

/** False for a path that cannot be read, too: opening it gives the error message. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/** Whether a path has signs that stand for others. */
export function isPattern(path: string): boolean {
  return /[*?]/.test(path) && !existsSync(path)
}

/** Names that Spark and others give to what is no data. */
const isHidden = (name: string): boolean => /^[._]/.test(name)

function filesInFolder(path: string): readonly string[] {
  const entries = readdirSync(path, { withFileTypes: true }).filter(({ name }) => !isHidden(name))
  const files = entries.filter((entry) => entry.isFile() && PARQUET.test(entry.name))
  if (entries.some((entry) => entry.isDirectory()))
    throw badInput(
      `${path} has folders in it. A folder of data holds Parquet files alone, all with the same columns: put them side by side.`,
    )
  if (files.length === 0)
    throw badInput(`${path} is a folder without Parquet files (.parquet). Name a data file, or a folder of them.`)
  return files.map(({ name }) => join(path, name)).sort()
}

function matchingFiles(path: string): readonly string[] {
  const [folder, pattern] = [dirname(path), basename(path)]
  if (/[*?]/.test(folder))
    throw badInput(`${path}: the signs * and ? stand in the name of the files alone, not in that of a folder.`)
  if (!PARQUET.test(pattern))
    throw badInput(
      `${path}: there is no such file. With * and ? several Parquet files are named together, such as people/*.parquet.`,
    )
  if (!isFolder(folder)) throw badInput(`${path}: there is no folder ${folder}.`)
  const text = pattern
    .replace(/[\\^$.|+()[\]{}]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  const meant = new RegExp(`^${text}$`, 'su')
  const there = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && PARQUET.test(entry.name) && !isHidden(entry.name),
  )
  const files = there.filter(({ name }) => meant.test(name))
  if (files.length === 0)
    throw badInput(
      `${path} matches no file: ${
        there.length === 0
          ? `there are no Parquet files in ${folder}`
          : `none of the ${there.length} Parquet files in ${folder} is called so`
      }.`,
    )
  return files.map(({ name }) => join(folder, name)).sort()
}
