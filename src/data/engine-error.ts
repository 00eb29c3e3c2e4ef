/**
 * What the data engine says when it cannot do something. Its own words may quote the line of a file or a value, so they never
 * become a message: a file that cannot be read is told by its name and line, anything else by the kind of error alone.
 */
import { badInput } from '../request-error.ts'

/** How every message of the engine begins. */
const ENGINES_OWN = /(?<=^|: )[A-Z][\w ]* (Error|Exception)(?=:)/

/** An error of the engine. `detail` is for deciding what happened and is not to be shown. */
export class EngineError extends Error {
  override readonly name = 'EngineError'
  readonly detail: string

  constructor(detail: string) {
    super(`the data engine refused a statement (${ENGINES_OWN.exec(detail)?.[0] ?? 'unknown error'})`)
    this.detail = detail
  }
}

/** Does work with the engine. `nameOf` gives the name by which a file was opened. */
export async function engineDoes<T>(work: () => Promise<T>, nameOf: (path: string) => string | undefined): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    if (!ENGINES_OWN.test(detail)) throw error
    const path = /^\s*file = (.*)$/m.exec(detail)?.[1]
    const name = path === undefined ? undefined : nameOf(path)
    throw name === undefined ? new EngineError(detail) : unreadable(name, detail)
  }
}

/** A file that is damaged: where, and in which way. */
export function unreadable(name: string, detail: string): Error {
  const line = /Line:\s*(\d+)/i.exec(detail)?.[1]
  return badInput(`${line === undefined ? name : `${name}, line ${line}`}: ${damage(detail)}.`)
}

function damage(detail: string): string {
  if (/Out of Memory/i.test(detail)) return 'it takes more memory than there is for it; name fewer columns'
  if (/unterminated quote|value with unterminated/i.test(detail)) return 'a quoted value never ends'
  if (/Expected Number of Columns|expected.*columns/i.test(detail))
    return 'the line has another number of values than there are column names'
  if (/utf-?8|unicode|encoding/i.test(detail)) return 'the text is not UTF-8'
  if (/maximum line size|max_line_size/i.test(detail)) return 'a line is longer than 10,000,000 bytes'
  if (/No magic bytes|too small to be a Parquet|Parquet/i.test(detail)) return 'it is not a complete Parquet file'
  return 'it cannot be read as a table'
}
