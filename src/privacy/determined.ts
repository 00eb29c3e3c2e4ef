/**
 * Which answers are exact whatever the counts are: those in the span of the facts and of the lines that must be tight.
 *
 * Two data sets that agree on all facts and keep all lines differ by a vector that facts and tight lines do not notice, and every such
 * vector, scaled to whole numbers, is the difference of two of them. So an answer is the same in all of them just where it is a
 * combination of those rows (docs/methods/privacy.md has the proof).
 */

import type { Rational } from '../exact/rational.ts'
import {
  type Classes,
  factRows,
  type JointRow,
  type JointTables,
  leavesOf,
  lineRows,
  type Shape,
  type Sparse,
  variable,
} from './joint-facts.ts'
import { RowSpace } from './row-space.ts'

/** What is tight over a shape, with both proofs (see optimize/linear/cone-interior.ts). Rows are those of `lineRows`. */
export interface Tightness {
  readonly tightRows: Uint8Array
  /** By variable: a class at a leaf where nobody can be. */
  readonly tightColumns: Uint8Array
  readonly interior: readonly bigint[]
  readonly rowWeights: readonly bigint[]
  readonly columnWeights: readonly bigint[]
}

/** A row that an answer is made of, and how often. Lines add nothing: they are tight. */
export interface Use {
  readonly row: JointRow
  readonly times: Rational
}

/** The exact answers at one shape of places. */
export class Determined {
  readonly #rows: readonly (JointRow | undefined)[]
  readonly #span = new RowSpace()
  readonly #classes: Classes
  readonly #tight: Tightness

  /** `counts` says which facts are taken. */
  constructor(
    joint: JointTables,
    classes: Classes,
    shape: Shape,
    tight: Tightness,
    counts: (fact: number) => boolean = () => true,
  ) {
    const facts = factRows(joint, classes, shape).filter(({ index }) => counts(index))
    const lines = lineRows(joint, classes, shape).filter((_, i) => tight.tightRows[i] === 1)
    const never: number[] = []
    for (let at = 0; at < classes.count * leavesOf(shape); at++) if (tight.tightColumns[at] === 1) never.push(at)
    this.#rows = [...never.map(() => undefined), ...facts, ...lines]
    for (const at of never) this.#span.add(new Map([[at, 1n]]))
    for (const { vector } of [...facts, ...lines]) this.#span.add(vector)
    this.#classes = classes
    this.#tight = tight
  }

  /** Whether nobody can be in a class at the node of the shape. */
  isNever(own: number): boolean {
    return this.#tight.tightColumns[variable(this.#classes, own, 0)] === 1
  }

  /** What the count of these classes at the node follows from, or undefined where nothing fixes it. */
  usesOf(classes: Iterable<number>): readonly Use[] | undefined {
    const found = this.#span.express(this.#formOf(classes))
    if (found === undefined) return undefined
    return [...found].flatMap(([row, times]) => {
      const of = this.#rows[row]
      return of === undefined ? [] : [{ row: of, times }]
    })
  }

  /** A change that keeps all that is exact, and not the count of these classes. Requires that nothing fixes it. */
  moveOf(classes: Iterable<number>): Sparse {
    return this.#span.move(this.#formOf(classes))
  }

  #formOf(classes: Iterable<number>): Sparse {
    return new Map([...classes].map((own) => [variable(this.#classes, own, 0), 1n]))
  }
}

/**
 * The classes that each answer counts, or undefined for one that splits a class in which somebody can be: it is open, for the people of
 * a class can change places without anybody noticing. `answerOf` is over all cells.
 */
export function answerClasses(
  { classOf, count }: Classes,
  answerOf: Int32Array,
  answers: number,
  isNever: (own: number) => boolean,
): readonly (readonly number[] | undefined)[] {
  const first = new Int32Array(count).fill(-2)
  const split = new Set<number>()
  const found: (number[] | undefined)[] = Array.from({ length: answers }, () => [])
  classOf.forEach((own, cell) => {
    if (own < 0) return
    const answer = answerOf[cell]
    if (first[own] === -2) first[own] = answer
    else if (first[own] !== answer && !isNever(own)) for (const one of [first[own], answer]) split.add(one)
  })
  first.forEach((answer, own) => {
    if (answer >= 0 && !isNever(own)) found[answer]?.push(own)
  })
  for (const answer of split) if (answer >= 0) found[answer] = undefined
  return found
}
