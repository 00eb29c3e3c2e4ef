/**
 * What the errors of an earlier release come to in the release that extends it.
 *
 * The earlier counts M stay the margin, so an answer that counts a set S of earlier cells whole has the error of M(S), as it
 * was published. Answers that divide S share M(S) out: to the error they would have if M(S) were true comes their share of
 * its error s. Least squares gives a surplus of s to all cells of S alike, so an answer with w of the W cells gets s w/W. A
 * deficit is taken from all alike as long as they have any: min(count, t w), with t so that these sum to s. Below the top
 * the places of a parent balance each other cell by cell, so a surplus in one goes where the deficits of others came from:
 * the share is the larger of the two.
 */
import type { Query } from '../../model/index.ts'
import { cellsOfAnswers, lineOf, type PublishedErrors, type PublishedLines, setKey } from './published-errors.ts'

export interface EarlierErrors {
  /** The attributes of the earlier release crossed, over the schema of this one. */
  readonly query: Query
  readonly published: PublishedErrors
}

/** The parts of the standard errors of a place's answers that come from the earlier release; NaN where that gives none. */
export type InheritedErrors = (level: number, node: number, query: Query, counts: Float64Array) => Float64Array

/** Answers that count cells of the same earlier cells. */
interface Group {
  /** The earlier cells, in order. */
  readonly set: readonly number[]
  readonly key: string
  readonly answers: readonly number[]
  /** How many cells each answer has; cells that can only be 0 are none. */
  readonly cells: readonly number[]
  /** How many cells of the set are in no answer. */
  readonly rest: number
}

/** `possible`: whether anybody can be in a cell. */
export function inheritedErrors(
  { query: earlier, published }: EarlierErrors,
  possible: (cell: number) => boolean,
): InheritedErrors {
  const whole = cellsOfAnswers(earlier).map((cells) => cells.filter(possible))
  const everything = setKey([...whole.keys()])
  const known = new Map<Query, readonly Group[]>()
  return (level, node, query, counts) => {
    const groups = known.get(query) ?? groupsOf(query, earlier, whole, possible)
    known.set(query, groups)
    const errors = new Float64Array(counts.length)
    for (const group of groups) {
      const all = setError(published, level, node, group, everything)
      if (all.count > 0 || all.error > 0) shareOut(group, all, counts, errors)
      else for (const answer of group.answers) errors[answer] = all.error
    }
    return errors
  }
}

function groupsOf(
  query: Query,
  earlier: Query,
  whole: readonly (readonly number[])[],
  possible: (cell: number) => boolean,
): readonly Group[] {
  const groups = new Map<string, { set: readonly number[]; answers: number[]; cells: number[] }>()
  for (const [answer, all] of cellsOfAnswers(query).entries()) {
    const cells = all.filter(possible)
    if (cells.length === 0) continue
    const set = [...new Set(cells.map((cell) => earlier.answerOf[cell]))].sort((a, b) => a - b)
    const group = groups.get(setKey(set)) ?? { set, answers: [], cells: [] }
    groups.set(setKey(set), group)
    group.answers.push(answer)
    group.cells.push(cells.length)
  }
  return [...groups].map(([key, group]) => {
    const size = group.set.reduce((sum, one) => sum + whole[one].length, 0)
    return { ...group, key, rest: size - group.cells.reduce((sum, cells) => sum + cells, 0) }
  })
}

interface SetError {
  readonly count: number
  readonly error: number
}

function shareOut(group: Group, { count, error }: SetError, counts: Float64Array, errors: Float64Array): void {
  const { answers, rest } = group
  if (answers.length === 1 && rest === 0) {
    errors[answers[0]] = error
    return
  }
  const cells = rest > 0 ? [...group.cells, rest] : group.cells
  const people = answers.map((answer) => counts[answer])
  if (rest > 0) people.push(Math.max(0, count - people.reduce((sum, n) => sum + n, 0)))
  const size = cells.reduce((sum, n) => sum + n, 0)
  const most = deficitOfCell(people, cells, error)
  answers.forEach((answer, i) => {
    const [surplus, deficit] = [(error * cells[i]) / size, Math.min(people[i], most * cells[i])]
    errors[answer] = Math.max(surplus, deficit)
  })
}

/** t with sum over answers of min(people, t cells) = missing; infinite when so many are not there. */
function deficitOfCell(people: readonly number[], cells: readonly number[], missing: number): number {
  const order = [...people.keys()].sort((a, b) => people[a] / cells[a] - people[b] / cells[b])
  let left = missing
  let size = cells.reduce((sum, n) => sum + n, 0)
  for (const i of order) {
    if (people[i] * size >= left * cells[i]) return left / size
    left -= people[i]
    size -= cells[i]
  }
  return Number.POSITIVE_INFINITY
}

/** A 0 that was not listed has no error that is known. */
const NOBODY: SetError = { count: 0, error: Number.NaN }

/** The published count and error of a set of earlier cells at a place, or what its cells and the total tell of them. */
function setError(published: PublishedErrors, level: number, node: number, group: Group, everything: string): SetError {
  const [cells, answers] = [published.cells[level], published.answers[level]]
  const found = group.set.length === 1 ? { lines: cells, answer: group.set[0] } : answers.get(group.key)
  if (found !== undefined) return errorAt(found.lines, node, found.answer)
  const wanted = new Set(group.set)
  const [all, own] = [new Spread(), new Spread()]
  let count = 0
  for (let i = cells.start[node]; i < cells.start[node + 1]; i++) {
    all.add(cells.error[i])
    if (!wanted.has(cells.answer[i])) continue
    own.add(cells.error[i])
    count += cells.count[i]
  }
  if (count === 0) return NOBODY
  const total = answers.get(everything)
  const correlation = total === undefined ? 0 : all.correlation(errorAt(total.lines, node, total.answer).error)
  return { count, error: own.error(correlation) }
}

function errorAt(lines: PublishedLines, node: number, answer: number): SetError {
  const line = lineOf(lines, node, answer)
  return line < 0 ? NOBODY : { count: lines.count[line], error: lines.error[line] }
}

/**
 * The error of a sum of counts of which any two are correlated alike: (1 - r) sum s^2 + r (sum s)^2. Least squares from a
 * total and its cells is of that kind.
 */
class Spread {
  #squares = 0
  #sum = 0

  add(error: number): void {
    this.#squares += error ** 2
    this.#sum += error
  }

  /** The correlation with which the errors come to that of the total. */
  correlation(total: number): number {
    const cross = this.#sum ** 2 - this.#squares
    return cross > 0 ? Math.min(1, (total ** 2 - this.#squares) / cross) : 0
  }

  error(correlation: number): number {
    return Math.sqrt(Math.max(0, this.#squares + correlation * (this.#sum ** 2 - this.#squares)))
  }
}
