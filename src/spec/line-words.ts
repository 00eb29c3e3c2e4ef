/** What the lines of the data are, in the words of their spec: what every count, report and statement calls them. */
import type { Spec } from './spec-schema.ts'

type Lines = Pick<Spec, 'source' | 'privacy'>

/** What is counted where every line counts: a line is a record until the spec says what it is. */
export function linesWord({ source, privacy }: Lines): string {
  const { person } = privacy ?? {}
  const isPerson = person !== undefined && person.atMost === 1
  return source?.lines ?? (isPerson ? peopleWord({ privacy }) : 'records')
}

/** What those are called whose lines are protected together. */
export function peopleWord({ privacy }: Pick<Spec, 'privacy'>): string {
  return privacy?.person?.called ?? 'people'
}

/** "visits" as the beginning of a heading. */
export const asHeading = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
