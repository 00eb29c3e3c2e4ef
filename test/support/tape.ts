/**
 * What the primitives of `privacy/` were given and gave: recorded in one run, played in the next. A seeded draw is a simulation
 * on public values: it is drawn in both runs, and nothing may differ in what it is given.
 */
import type { Entropy } from '../../src/noise/entropy.ts'
import { type Confidential, open } from '../../src/privacy/confidential.ts'
import type { Measurement } from '../../src/privacy/mechanism.ts'
import type { Sensitivity } from '../../src/privacy/sensitivity.ts'

type Counts = Float64Array | Int32Array | BigInt64Array

export interface Call {
  readonly simulated: boolean
  /** Which primitive was asked for what, all but the answers, as text. */
  readonly asked: string
  readonly answers: readonly bigint[]
  readonly sensitivity: Sensitivity
  readonly given: Measurement<Counts>
}

/** What a primitive was asked, and how it would answer. */
export interface Asked<A extends Counts> {
  readonly primitive: 'measure' | 'measureFromBelow'
  readonly answers: Confidential<A>
  readonly sensitivity: Sensitivity
  readonly parameters: unknown
  readonly entropy: Entropy
  readonly draw: () => Measurement<A>
}

export class Tape {
  #recorded = new Map<string, Call[]>()
  #calls: Call[] = []
  readonly #streams = new WeakMap<Entropy, number>()

  record(): void {
    this.#calls = []
    this.#recorded = new Map()
  }

  /** From here on every primitive gives what it gave when it was last asked the same. */
  play(): void {
    this.#recorded = byQuestion(this.#calls)
    this.#calls = []
  }

  get calls(): readonly Call[] {
    return this.#calls
  }

  /** Pieces of one measurement are drawn in any order, each from a stream of its own: that tells them apart. */
  note(entropy: Entropy, stream: number): Entropy {
    this.#streams.set(entropy, stream)
    return entropy
  }

  call<A extends Counts>({ primitive, answers, sensitivity, parameters, entropy, draw }: Asked<A>): Measurement<A> {
    const simulated = entropy.seeded
    const truth = Array.from(open(answers), BigInt)
    const stream = this.#streams.get(entropy)
    const asked = asText({ primitive, sensitivity, parameters, entries: truth.length, stream })
    const before = simulated ? undefined : this.#recorded.get(asked)?.shift()
    const given = before === undefined ? draw() : copied(before.given as Measurement<A>)
    this.#calls.push({ simulated, asked, answers: truth, sensitivity, given: copied(given) })
    return given
  }
}

/** The calls that were no simulations, by what was asked, in the order in which it was. */
function byQuestion(calls: readonly Call[]): Map<string, Call[]> {
  const groups = new Map<string, Call[]>()
  for (const call of calls) {
    if (call.simulated) continue
    groups.set(call.asked, [...(groups.get(call.asked) ?? []), call])
  }
  return groups
}

/** The values are copied, so that whoever writes into them does not write onto the tape. */
function copied<A extends Counts>(given: Measurement<A>): Measurement<A> {
  return Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(given), values: { value: given.values.slice(), enumerable: true } },
  ) as Measurement<A>
}

export function asText(value: unknown): string {
  return JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? `${inner}n` : inner)) ?? 'undefined'
}

export interface Compared {
  /** What neighbours may not differ in and do: nothing when all is well. */
  readonly faults: readonly string[]
  /** How many measurements were given something else. */
  readonly moved: number
}

/** The calls of two runs, each beside the one that was asked the same. */
export function compareCalls(before: readonly Call[], after: readonly Call[]): Compared {
  const [first, second] = [byQuestion(before), byQuestion(after)]
  const questions = [...new Set([...first.keys(), ...second.keys()])]
  const pairs = questions.flatMap((asked) => {
    const [ours, theirs] = [first.get(asked) ?? [], second.get(asked) ?? []]
    return Array.from({ length: Math.max(ours.length, theirs.length) }, (_, i) => [ours[i], theirs[i]] as const)
  })
  const isPublic = simulations(before) === simulations(after)
  return {
    faults: [
      ...pairs.flatMap(([one, other]) => faultsOf(one, other)),
      ...(isPublic ? [] : ['a simulation was given something that is not public']),
    ],
    moved: pairs.filter(([one, other]) => one?.answers.join() !== other?.answers.join()).length,
  }
}

/** In one order: several simulations run at a time. */
function simulations(calls: readonly Call[]): string {
  const simulated = calls.filter((call) => call.simulated)
  return simulated
    .map(({ answers, asked }) => asText({ answers, asked }))
    .sort()
    .join('\n')
}

function faultsOf(before: Call | undefined, after: Call | undefined): readonly string[] {
  if (before === undefined || after === undefined)
    return [`asked of one of the two alone: ${(before ?? after)?.asked.slice(0, 300)}`]
  const moved = before.answers.map((answer, i) => magnitude(after.answers[i] - answer))
  const seen = {
    l1: moved.reduce((sum, by) => sum + by, 0n),
    l2Squared: moved.reduce((sum, by) => sum + by * by, 0n),
    lInfinity: moved.reduce((most, by) => (by > most ? by : most), 0n),
  }
  return (['l1', 'l2Squared', 'lInfinity'] as const).flatMap((norm) => {
    const { num, den } = before.sensitivity[norm]
    return seen[norm] * den <= num ? [] : [`${norm} moved by ${seen[norm]}, and ${num}/${den} was declared`]
  })
}

const magnitude = (x: bigint): bigint => (x < 0n ? -x : x)

export const tape: Tape = new Tape()
