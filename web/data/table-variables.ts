import type { FileDescription } from '../answers.ts'

/** Variables that can make a table: with few levels, and not the count. */
export function tableVariables(description: FileDescription, count: string | null): readonly string[] {
  return description.columns
    .filter(
      ({ name, distinct, looksLike }) =>
        name !== count && distinct >= 2 && distinct <= 60 && looksLike !== 'identifier',
    )
    .map(({ name }) => name)
}
