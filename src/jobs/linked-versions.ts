/** Two anonymised versions of the records of one file: by what a line of the one is told to be a line of the other, and what they tell together. */
import { type AnonymityProblem, type CommonFigures, commonBoxes, type RecordsVersion } from '../anonymity/index.ts'
import { type Database, type MicrodataFile, standAlone } from '../data/index.ts'
import type { PublishedVersion } from '../ledger/index.ts'
import { clipped, listed } from '../request-error.ts'

/** A version as far as a link and its boxes go. */
export type VersionColumns = Pick<PublishedVersion, 'order' | 'quasiIdentifiers' | 'untouched' | 'classOf'>

export interface VersionsTogether extends CommonFigures {
  /** What links the lines, in words; undefined where nothing does. */
  readonly by: string | undefined
}

export async function versionsTogether(
  db: Database,
  file: MicrodataFile,
  problem: AnonymityProblem,
  [first, second]: readonly [VersionColumns, VersionColumns],
): Promise<VersionsTogether> {
  const both = first.untouched.filter((name) => second.untouched.includes(name))
  const ordered = first.order === 'input' && second.order === 'input'
  const alone = ordered || both.length === 0 ? undefined : await standAlone(db, file, both)
  const isLinked = (record: number): boolean => ordered || alone?.[record] === 1
  const figures = commonBoxes(problem, [boxed(first, problem), boxed(second, problem)], isLinked)
  const words = ordered ? 'their order' : `what both publish as it is (${clipped(listed(both))})`
  return { ...figures, by: figures.linked === 0 ? undefined : words }
}

function boxed(
  { classOf, quasiIdentifiers, untouched }: VersionColumns,
  { attributes }: AnonymityProblem,
): RecordsVersion {
  const published = attributes.map(({ name }) =>
    quasiIdentifiers.includes(name) ? 'coarsened' : untouched.includes(name) ? 'exact' : 'hidden',
  )
  return { classOf, published }
}

/** In a sentence: what whoever has both versions can tell. */
export function togetherWords({ by, linked, belowK, alone }: VersionsTogether, k: number): string {
  if (by === undefined) return 'Nothing links their lines: k holds for each of them.'
  const of = `${belowK.toLocaleString('en')} of ${linked.toLocaleString('en')} linked records have fewer than ${k} records in what both publish of them, ${alone.toLocaleString('en')} of them none but themselves`
  return belowK === 0
    ? `Their lines are linked by ${by}, and every linked record still has ${k} in what both publish of it.`
    : `Their lines are linked by ${by}: ${of}. Whoever has both has no ${k}-anonymity.`
}
