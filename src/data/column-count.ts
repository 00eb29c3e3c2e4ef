import { badInput } from '../request-error.ts'

/** A file with more columns than this is taken for a mistake: every one of them costs time. */
export const MOST_COLUMNS = 4096

export function checkColumnCount(path: string, columns: number): void {
  if (columns <= MOST_COLUMNS) return
  throw badInput(
    `${path} has ${columns} columns, and at most ${MOST_COLUMNS} are read. Keep the columns that are needed, or turn columns into lines.`,
  )
}
