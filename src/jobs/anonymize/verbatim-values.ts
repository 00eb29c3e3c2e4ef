/**
 * What a set still tells. A category without a tree is published as the set of its values in a class, each as it is written: numbers that
 * name people, sentences and full dates stay what they were. Such a column is refused unless it is named as one that may be read so.
 */
import { type AnonymityProblem, MISSING_LABEL, type QuasiIdentifier } from '../../anonymity/index.ts'
import type { Likeness } from '../../data/index.ts'
import { badField, clipped } from '../../request-error.ts'
import type { AnonymizeTask } from './task.ts'

/** A day, a month and a year in any order. */
const FULL_DATE = /^(\d{4}[-./ ]\d{1,2}[-./ ]\d{1,2}|\d{1,2}[-./ ]\d{1,2}[-./ ]\d{2,4})\b/
/** So many of the values of a column are dates. */
const MOSTLY = 1 / 2
/** More values than these, and more than one for every two records that have one: nearly each is of one person. */
const MANY_VALUES = 120
const EACH_TWICE = 2

/** Quasi-identifiers whose values stand in what is published, one by one. */
export function publishedAsSets(
  { attributes }: AnonymityProblem,
  { nodes }: AnonymizeTask,
): readonly QuasiIdentifier[] {
  return attributes.filter(({ kind, hierarchy }) => kind === 'categorical' && !(nodes && hierarchy !== undefined))
}

/** Throws when a set would publish values that name people, sentences or full dates. */
export function checkSets(
  problem: AnonymityProblem,
  task: AnonymizeTask,
  likeness: ReadonlyMap<string, Likeness>,
): void {
  for (const attribute of publishedAsSets(problem, task)) {
    const why = toldBy(attribute, likeness.get(attribute.name))
    if (why === undefined || task.verbatim.includes(attribute.name)) continue
    throw badField(
      'quasiIdentifiers',
      `"${clipped(attribute.name)}" ${why}, and a set would publish each of them as it is written. Leave the column out (\`identifiers\`), give it a tree and publish its \`nodes\`, or, if its values may be read, name it under \`verbatim\`.`,
    )
  }
}

function toldBy(attribute: QuasiIdentifier, likeness: Likeness | undefined): string | undefined {
  if (attribute.kind !== 'categorical') return undefined
  if (likeness === 'identifier') return 'seems to name people'
  if (likeness === 'free text') return 'seems to hold sentences'
  const missing = attribute.labels.indexOf(MISSING_LABEL)
  const present = attribute.codes.reduce((sum, code) => sum + Number(code !== missing), 0)
  const different = attribute.labels.length - Number(missing >= 0)
  if (different > MANY_VALUES && EACH_TWICE * different > present)
    return `has ${different.toLocaleString('en')} different values in ${present.toLocaleString('en')} records`
  const dates = attribute.labels.filter((label) => FULL_DATE.test(label)).length
  return dates > MOSTLY * attribute.labels.length ? 'holds full dates that are not read as dates' : undefined
}
