/** One data file of a model: columns as text, so that every number stays exact, and complaints that name file and line. */

import { fetchColumns } from '../../../data/columns.ts'
import type { Database } from '../../../data/database.ts'
import { checkColumn, fileRelation, reading } from '../../../data/file-relation.ts'
import { identifier } from '../../../data/sql.ts'
import { parseRational, type Rational } from '../../../exact/index.ts'
import { badInput, RequestError } from '../../../request-error.ts'

/** The columns of a table under the names that the model gives them; an empty cell is ''. */
export class ModelTable<Field extends string> {
  readonly length: number
  readonly #path: string
  readonly #names: Readonly<Partial<Record<Field, string>>>
  readonly #columns: ReadonlyMap<string, readonly string[]>

  constructor(path: string, names: Readonly<Partial<Record<Field, string>>>, columns: readonly (readonly string[])[]) {
    this.#path = path
    this.#names = names
    this.#columns = new Map(Object.keys(names).map((field, i) => [field, columns[i]]))
    this.length = columns[0].length
  }

  /** The cell, or '' where the column was not named. */
  text(field: Field, line: number): string {
    return this.#columns.get(field)?.[line] ?? ''
  }

  /** A name: never empty. */
  label(field: Field, line: number): string {
    const value = this.text(field, line)
    if (value === '') throw this.error(line, `column "${this.#names[field]}" is empty. It holds a name.`)
    return value
  }

  /** An exact number; null where the cell is empty. What the cell holds is never quoted. */
  number(field: Field, line: number): Rational | null {
    const value = this.text(field, line)
    if (value === '') return null
    try {
      return parseRational(value)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      throw this.error(
        line,
        `column "${this.#names[field]}" holds no number. Write a decimal (0.1) or a fraction (2/3).`,
      )
    }
  }

  /** An exact number that must be there. */
  needed(field: Field, line: number): Rational {
    if (!this.#columns.has(field))
      throw badInput(`${this.#path}: decide.program.tables: name the column of \`${field}\`.`)
    const value = this.number(field, line)
    if (value === null) throw this.error(line, `column "${this.#names[field]}" is empty. It holds a number.`)
    return value
  }

  /** An exact number; 0 where the column was not named. */
  amount(field: Field, line: number): Rational {
    return this.#columns.has(field) ? this.needed(field, line) : { num: 0n, den: 1n }
  }

  /** Whether the cell says yes. */
  yes(field: Field, line: number): boolean {
    const value = this.text(field, line)
    if (/^(1|true|yes)$/i.test(value)) return true
    if (/^(0|false|no|)$/i.test(value)) return false
    throw this.error(line, `column "${this.#names[field]}" says neither 1 nor 0.`)
  }

  /** What is wrong at a line of the file; the first line has the column names. */
  error(line: number, what: string): RequestError {
    const isText = !/\.(parquet|pq|arrow|feather|ipc)$/i.test(this.#path)
    return badInput(`${this.#path}, ${isText ? `line ${line + 2}` : `record ${line + 1}`}: ${what}`)
  }
}

/** Reads the named columns, trimmed. */
export async function readModelTable<Field extends string>(
  db: Database,
  path: string,
  names: Readonly<Partial<Record<Field, string>>>,
): Promise<ModelTable<Field>> {
  const relation = await fileRelation(db, path)
  const columns = Object.values<string | undefined>(names) as string[]
  for (const column of columns) checkColumn(relation, column, 'decide.program.tables')
  const selected = columns.map((column) => `coalesce(trim(cast(${identifier(column)} as varchar)), '')`)
  const kinds = columns.map(() => 'text' as const)
  const values = await reading(path, () =>
    fetchColumns(db, `select ${selected.join(', ')} from ${relation.sql}`, kinds),
  )
  return new ModelTable(path, names, values)
}
