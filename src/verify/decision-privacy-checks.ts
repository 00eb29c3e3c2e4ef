/** What a decision says of privacy, held to what was asked for; the model itself is confidential and has no part in it. */
import { basename } from 'node:path'
import { z } from 'zod'
import { chooseShare, sharesOf } from '../decisions/sides/shared-budget.ts'
import { compare, formatRational, multiply, ONE, parseRational, type Rational } from '../exact/index.ts'
import { approximate, eventFromJson, type PrivacyEvent, pure } from '../privacy/index.ts'
import type { Manifest } from '../release/index.ts'
import { badInput } from '../request-error.ts'
import { type Check, checkOf } from './check.ts'
import { costFaults, privacyCheck, statementCheck } from './privacy-checks.ts'
import { simulated, stampCheck } from './stamp-check.ts'
import type { DecisionPrivacy } from './stated-privacy.ts'
import { requestOf, shaped } from './stated-spec.ts'

const exact = z.union([z.string(), z.number()]).optional()
const asked = { private: z.array(z.string()).min(1), sensitivity: exact, mechanism: z.string().default('truncated') }
const releases = z.union([z.string(), z.number(), z.record(z.string(), z.union([z.string(), z.number()]))]).optional()
const programSchema = z
  .looseObject({
    tables: z.looseObject({ records: z.looseObject({ file: z.string() }).optional() }).default({}),
  })
  .optional()
const specSchema = z.looseObject({
  decide: z.looseObject({
    ...asked,
    model: z.string().optional(),
    program: programSchema,
    releases,
  }),
  privacy: z
    .looseObject({
      epsilon: exact,
      delta: exact,
      unit: z.string().optional(),
      person: z.looseObject({ column: z.string().optional() }).optional(),
    })
    .default({}),
})

type Stated = z.output<typeof specSchema>

export interface DecisionRequest
  extends Pick<Stated['decide'], 'private' | 'sensitivity' | 'mechanism' | 'releases'>,
    Pick<Stated['privacy'], 'epsilon' | 'delta'> {
  /** What the ledger calls the data, where the request tells. */
  readonly dataset: string | undefined
  /** What one step between neighbours is to the ledger. */
  readonly step: string
}

export function decisionRequest(manifest: Manifest): DecisionRequest {
  const { decide, privacy } = shaped(specSchema, requestOf(manifest), 'the spec')
  const file = decide.model ?? decide.program?.tables.records?.file
  const dataset = file === undefined ? undefined : basename(file)
  const { unit, person, ...budget } = privacy
  const told = person?.column === undefined ? '' : ` (column "${person.column}")`
  const who = person === undefined ? 'record' : `person${told}`
  const counted = unit === 'change-person' ? `one ${who} changed to another` : `one ${who} added or removed`
  return { ...decide, ...budget, dataset, step: decide.sensitivity === undefined ? counted : MOVED }
}

const MOVED = 'one person moves the private right-hand sides'

const UNIT = 'L1 sensitivity '

/** The joint sensitivity of the private sides, as the manifest states it. */
function statedSensitivity({ unit }: DecisionPrivacy): string {
  if (!unit.startsWith(UNIT)) throw badInput(`what is protected is "${unit}", and must be an L1 sensitivity`)
  return formatRational(parseRational(unit.slice(UNIT.length), 'the sensitivity in the manifest'))
}

export function decisionPrivacyChecks(
  manifest: Manifest,
  request: DecisionRequest,
  stated: DecisionPrivacy,
): readonly Check[] {
  const { mechanism } = request
  const sensitivity = statedSensitivity(stated)
  const given = request.sensitivity === undefined ? sensitivity : formatRational(parseRational(request.sensitivity))
  const sides = stated.publishedExactly.filter((one) => one.startsWith(FLOOR)).map((one) => one.slice(FLOOR.length))
  const sentences = [
    mechanism === 'laplace' ? 'the baseline that can break constraints' : 'satisfies every constraint',
    `differ by at most ${given} in all`,
    `Private: ${sides.join(', ')}. `,
    ...(mechanism === 'pure' ? ['The floor itself is published'] : []),
  ]
  const cost = decisionCost(request, eventFromJson(stated.cost), shareOf(request, manifest))
  const expected = { unit: `${UNIT}${given}`, cost, delta: undefined, publishedExactly: [], sentences }
  const other = stated.mechanism === mechanism ? [] : [`it says ${stated.mechanism}, and ${mechanism} was asked for`]
  return [
    stampCheck(manifest, {
      notPrivate: simulated(stated.ledger) ?? (mechanism === 'laplace' ? 'the baseline breaks constraints' : undefined),
      mayBeConfidential: true,
    }),
    privacyCheck([...other, ...costFaults(stated, expected)], stated),
    publishedCheck(request, stated, sides),
    statementCheck(stated.statement, sentences),
  ]
}

/** The part of the budget that this release may spend. */
function shareOf({ releases }: DecisionRequest, { result }: Manifest): Rational {
  if (releases === undefined) return ONE
  const { release } = (result ?? {}) as { release?: string }
  return chooseShare(sharesOf(releases, 'releases'), release).share
}

/** Noise on a grid has a delta of its own, which is at most the one asked for. */
function decisionCost(
  { mechanism, epsilon, delta }: DecisionRequest,
  stated: PrivacyEvent,
  share: Rational,
): PrivacyEvent {
  if (mechanism === 'pure') return pure(parseRational(0))
  const asked = multiply(share, parseRational(epsilon ?? '', 'epsilon in the manifest'))
  if (mechanism === 'laplace') return pure(asked)
  const most = multiply(share, parseRational(delta ?? '', 'delta in the manifest'))
  const smaller = stated.kind === 'approximate' && stated.delta.num > 0n && compare(stated.delta, most) < 0
  return approximate(asked, smaller ? stated.delta : most)
}

const MODEL = 'the model without its private right-hand sides'
const FLOOR = 'floor of '

/** The model, and the floor of each private side: every pattern has one, and every one fits a pattern. */
function publishedCheck(
  { private: patterns }: DecisionRequest,
  stated: DecisionPrivacy,
  sides: readonly string[],
): Check {
  const fits = (pattern: string) => {
    const wanted = pattern.replace(/:(upper|lower)$/, '')
    const parts = wanted.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'))
    const expression = new RegExp(`^${parts.join('.*')}(:(upper|lower))?$`, 's')
    return (side: string): boolean => expression.test(side)
  }
  const others = stated.publishedExactly.filter((one) => one !== MODEL && !one.startsWith(FLOOR))
  const faults = [
    ...(stated.publishedExactly.includes(MODEL) ? [] : ['the model is published and not listed']),
    ...patterns.filter((one) => !sides.some(fits(one))).map((one) => `no floor of "${one}" is listed`),
    ...sides.filter((side) => !patterns.some((one) => fits(one)(side))).map((side) => `"${side}" is not private`),
    ...others.map((one) => `"${one}" is listed, and nothing publishes it`),
  ]
  return checkOf('published exactly', faults, `the model, and the floors of ${sides.length} private sides`)
}
