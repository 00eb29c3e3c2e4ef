/**
 * The standard error of every answer of a query after least squares over the whole tree, from the variances of the noise:
 * for marginals by `productErrors`, for other queries from their own measurement beside what the marginals tell.
 */
import type { Hierarchy, Query, Schema } from '../../model/index.ts'
import { EXACT_VARIANCE } from './exact-variance.ts'
import { type Marginal, marginalOfQuery } from './marginal-of-query.ts'
import { type ProductErrors, productErrors } from './standard-error.ts'

/** What is measured at a level: a variance of 0 says that it is exact. */
export interface QueryNoise {
  readonly name: string
  readonly variance: number
  readonly marginal?: Marginal
}

/** Before calibration: of one answer at one node, or of all answers of a node. */
export interface QueryErrors {
  of(level: number, node: number, query: Query, answer: number): number
  all(level: number, node: number, query: Query): Float64Array
}

/** A standard error below this is that of what is exact and was given a variance to calculate with. */
const EXACT_BELOW = 0.001

/** `fixed` is a query that an earlier release answers: here its answers are exact, at every level. */
export function queryErrors(
  hierarchy: Hierarchy,
  schema: Schema,
  measured: readonly (readonly QueryNoise[])[],
  fixed?: Query,
): QueryErrors {
  const margin = fixed && marginalOfQuery(schema, fixed)
  const sizes = schema.attributes.map(({ levels }) => levels.length)
  const product = productErrors(
    hierarchy,
    measured.map((queries) => [
      ...queries.flatMap(({ marginal, variance }) =>
        marginal === undefined ? [] : [{ subset: marginal.subset, variance: variance || EXACT_VARIANCE }],
      ),
      ...(margin === undefined ? [] : [{ subset: margin.subset, variance: EXACT_VARIANCE }]),
    ]),
    sizes,
  )
  const known = new Map<Query, AnswerErrors>()
  const errorsOf = (query: Query): AnswerErrors => {
    const found = known.get(query) ?? answerErrors(product, query, sizes)
    known.set(query, found)
    return found
  }
  const of = (level: number, node: number, query: Query, answer: number): number => {
    const own = measured[level].find((q) => q.marginal === undefined && q.name === query.name)
    return combined(errorsOf(query).of[answer](level, node), own?.variance)
  }
  const all = (level: number, node: number, query: Query): Float64Array => {
    const errors = new Float64Array(query.answers)
    if (errorsOf(query).even) return errors.fill(of(level, node, query, 0))
    return errors.map((_, answer) => of(level, node, query, answer))
  }
  return { of, all }
}

/** What the marginals tell of every answer of a query. */
interface AnswerErrors {
  readonly of: readonly ReturnType<ProductErrors>[]
  readonly even: boolean
}

/** Answers that count as many levels of every attribute share their errors. */
function answerErrors(product: ProductErrors, query: Query, sizes: readonly number[]): AnswerErrors {
  const { levels, even } = levelsCounted(query, sizes)
  const alike = new Map<string, ReturnType<ProductErrors>>()
  const of = Array.from({ length: query.answers }, (_, answer) => {
    const chosen = levels.subarray(answer * sizes.length, (answer + 1) * sizes.length)
    const found = alike.get(chosen.join()) ?? product(chosen)
    alike.set(chosen.join(), found)
    return found
  })
  return { of, even }
}

/** A query that is no marginal has its own measurement beside what the marginals tell. */
function combined(byMarginals: number, own: number | undefined): number {
  if (own === 0) return 0
  const variance = byMarginals ** 2
  const error = Math.sqrt(own === undefined ? variance : 1 / (1 / variance + 1 / own))
  return error < EXACT_BELOW ? 0 : error
}

export interface Counted {
  /** levels[answer * attributes + a]: how many levels of attribute a the answer counts. */
  readonly levels: Float64Array
  /** Whether all answers count as many. */
  readonly even: boolean
}

export function levelsCounted({ answers, answerOf }: Query, sizes: readonly number[]): Counted {
  const seen = Array.from({ length: answers }, () => sizes.map((n) => new Uint8Array(n)))
  answerOf.forEach((answer, cell) => {
    if (answer < 0) return
    let rest = cell
    for (let a = sizes.length - 1; a >= 0; a--) {
      seen[answer][a][rest % sizes[a]] = 1
      rest = Math.floor(rest / sizes[a])
    }
  })
  const levels = Float64Array.from(
    seen.flatMap((flags) => flags.map((levelsSeen) => levelsSeen.reduce((sum, flag) => sum + flag, 0))),
  )
  return { levels, even: levels.every((n, i) => n === levels[i % sizes.length]) }
}
