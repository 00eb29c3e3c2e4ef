/** The queries that a release lists: those of the spec, each with the noise that its part of the budget takes. */
import { z } from 'zod'
import { formatRational, toNumber } from '../exact/index.ts'
import { marginOf, type NoiseLaw } from '../noise/index.ts'
import type { Manifest } from '../release/index.ts'
import { badInput } from '../request-error.ts'
import { type Check, checkOf } from './check.ts'
import type { ExpectedMeasurement, ExpectedTable } from './expected-measurements.ts'

/** So often the noise is within the margin that is listed. */
const MARGIN = 0.95

const stated = z.array(
  z.looseObject({
    level: z.string(),
    query: z.string(),
    regions: z.number(),
    answers: z.number(),
    share: z.number(),
    sensitivity: z.string(),
    noise: z.unknown(),
    standardError: z.number(),
    margin95: z.number().optional(),
  }),
)

/** A measurement under the name that the release gives its query, with its share of the whole budget. */
export interface NamedMeasurement extends ExpectedMeasurement {
  readonly name: string
  readonly share: number
}

export function namedMeasurements({ measurements, budget }: ExpectedTable, prefix = ''): readonly NamedMeasurement[] {
  const total = toNumber(budget.total)
  return measurements.map((one) => ({
    ...one,
    name: `${prefix}${one.query.name}`,
    share: one.noise === 'exact' ? 0 : toNumber(one.part) / total,
  }))
}

export function queryCheck(
  { result }: Manifest,
  levels: readonly string[],
  expected: readonly NamedMeasurement[],
): Check {
  const parsed = stated.safeParse(result.queries)
  if (!parsed.success) throw badInput('the manifest does not list its queries with their noise')
  const listed = parsed.data
  const faults = expected.flatMap((one, i) => {
    const name = `${one.name} by ${levels[one.level]}`
    if (listed[i] === undefined) return [`${name} is not listed`]
    const wrong = differing(listed[i], one, levels)
    return wrong.length === 0 ? [] : [`${name}: ${wrong.join(', ')} not as the spec makes it`]
  })
  const more = listed
    .slice(expected.length)
    .map(({ query, level }) => `${query} by ${level} is listed and not in the spec`)
  return checkOf(
    'queries',
    [...faults, ...more],
    `${expected.length}, each with the noise that its part of the budget takes`,
  )
}

type Listed = z.output<typeof stated>[number]

function differing(listed: Listed, expected: NamedMeasurement, levels: readonly string[]): string[] {
  const { name, query, regions, level, share, sensitivity, noise, variance } = expected
  const close = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * b
  const right: Readonly<Record<string, boolean>> = {
    query: listed.query === name,
    level: listed.level === levels[level],
    regions: listed.regions === regions,
    answers: listed.answers === query.answers,
    share: close(listed.share, share),
    sensitivity: listed.sensitivity === formatRational(sensitivity),
    noise: JSON.stringify(listed.noise) === JSON.stringify(lawDocument(noise)),
    'standard error': close(listed.standardError, Math.sqrt(variance)),
    margin: [undefined, noise === 'exact' ? 0 : marginOf(noise, MARGIN)].includes(listed.margin95),
  }
  return Object.keys(right).filter((field) => !right[field])
}

function lawDocument(noise: NoiseLaw | 'exact'): unknown {
  if (noise === 'exact') return 'exact'
  if (noise.kind === 'discrete-gaussian') return { law: noise.kind, variance: formatRational(noise.variance) }
  return { law: noise.kind, scale: formatRational(noise.scale) }
}
