/** Data in several Parquet files of one folder, as Spark and the like write them: they are one table, counted in one pass. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { badInput } from '../request-error.ts'

const PARQUET = /\.(parquet|pq)$/i

/** False for a path that cannot be read, too: opening it gives the error message. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/** The files of a data source: the Parquet files of a folder in the order of their names, or the one file it is. */
export function dataFiles(path: string): readonly string[] {
  if (!isFolder(path)) return [path]
  const entries = readdirSync(path, { withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && PARQUET.test(entry.name) && !/^[._]/.test(entry.name))
  const inner = entries.find((entry) => entry.isDirectory() && !/^[._]/.test(entry.name))
  if (inner !== undefined)
    throw badInput(
      `${path} has folders in it. A folder of data holds Parquet files alone, all with the same columns: put them side by side.`,
    )
  if (files.length === 0)
    throw badInput(`${path} is a folder without Parquet files (.parquet). Name a data file, or a folder of them.`)
  return files.map(({ name }) => join(path, name)).sort()
}
