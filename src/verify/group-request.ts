/** What a release of group sizes was asked for, by its spec. */
import type { Manifest } from '../release/index.ts'
import { badInput } from '../request-error.ts'
import { type AskedBudget, askedBudget } from './privacy-checks.ts'
import { datasetOf, specOf } from './stated-spec.ts'

export interface GroupRequest {
  readonly budget: AskedBudget
  readonly mechanism: string
  readonly publicGroups: 'total' | 'regions' | 'none'
  /** The chain as its paper calibrates it. */
  readonly asPublished: boolean
  /** The largest size, where it is declared. */
  readonly largest: number | undefined
  readonly largestQuantity: number
  /** By level name, or in proportion from the top; equal without it. */
  readonly shares: Readonly<Record<string, string | number>> | readonly string[] | undefined
  /** The columns of the regions; undefined where a table of parents gives the tree. */
  readonly levels: readonly string[] | undefined
  readonly dataset: string | undefined
}

export function groupRequest(manifest: Manifest): GroupRequest {
  const { groups, privacy, source } = specOf(manifest)
  if (groups === undefined || privacy === undefined) throw badInput('the spec in the manifest asks for no groups')
  return {
    ...groups,
    mechanism: groups.mechanism ?? (groups.publicGroups === 'none' ? 'topdown' : 'cumulative'),
    budget: askedBudget(privacy),
    asPublished: groups.asPublished,
    largest: groups.largest,
    shares: groups.shares?.map(String) ?? privacy.levels,
    levels: groups.parents === undefined ? groups.levels : undefined,
    dataset: datasetOf(source),
  }
}
