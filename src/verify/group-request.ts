/** What a release of group sizes was asked for, from its flags or its spec. */
import { z } from 'zod'
import type { Manifest } from '../release/index.ts'
import { badInput } from '../request-error.ts'
import { type AskedBudget, askedBudget } from './privacy-checks.ts'
import { datasetOf, requestOf, shaped, specOf } from './stated-spec.ts'

export interface GroupRequest {
  readonly budget: AskedBudget
  readonly mechanism: string
  readonly publicGroups: 'total' | 'regions'
  /** The chain as its paper calibrates it. */
  readonly asPublished: boolean
  /** The largest size, where it is declared. */
  readonly largest: number | undefined
  readonly largestQuantity: number
  /** By level name; equal without it. */
  readonly shares: Readonly<Record<string, string | number>> | undefined
  /** The columns of the regions; undefined where a table of parents gives the tree. */
  readonly levels: readonly string[] | undefined
  readonly dataset: string | undefined
}

const flagsSchema = z.looseObject({
  levels: z.array(z.string()),
  parents: z.string().optional(),
  maxSize: z.int().optional(),
  mechanism: z.string(),
  epsilon: z.string().optional(),
  rho: z.string().optional(),
  delta: z.string().optional(),
  publicGroups: z.enum(['total', 'regions']),
  largestQuantity: z.int().min(1),
  asPublished: z.boolean().default(false),
})

export function groupRequest(manifest: Manifest): GroupRequest {
  const request = requestOf(manifest)
  return 'tacet' in request ? fromSpec(manifest) : fromFlags(manifest, request)
}

function fromFlags({ inputs }: Manifest, request: Readonly<Record<string, unknown>>): GroupRequest {
  const flags = shaped(flagsSchema, request, 'the flags')
  return {
    ...flags,
    budget: askedBudget(flags),
    largest: flags.maxSize,
    shares: undefined,
    levels: flags.parents === undefined ? flags.levels : undefined,
    dataset: inputs[0]?.name,
  }
}

function fromSpec(manifest: Manifest): GroupRequest {
  const { groups, privacy, source } = specOf(manifest)
  if (groups === undefined || privacy === undefined) throw badInput('the spec in the manifest asks for no groups')
  return {
    ...groups,
    budget: askedBudget(privacy),
    asPublished: false,
    largest: groups.largest,
    shares: privacy.levels,
    levels: groups.parents === undefined ? groups.levels : undefined,
    dataset: datasetOf(source),
  }
}
