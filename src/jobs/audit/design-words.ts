/** What was made of a table before it was published, for who publishes it and who reads it. */
import type { PublishedDesign } from './figures.ts'

export function designWords({ merges, omitted }: PublishedDesign): readonly string[] {
  return [
    ...merges.map(({ variable, name, levels }) => `Merged in ${variable}: ${levels.join(', ')} are "${name}".`),
    ...(omitted.length === 0 ? [] : [`Left out of the table: ${omitted.join(', ')}.`]),
  ]
}
