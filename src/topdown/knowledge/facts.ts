/** Public knowledge as the top-down algorithm uses it: bounds on sums of cells at the nodes of a level. */
import type { Hierarchy } from '../../model/hierarchy.ts'
import { badInput } from '../../request-error.ts'

/** `enforced`: must hold in the release. `tried`: dropped and reported when infeasible. `checked`: only reported. */
export type FactMode = 'enforced' | 'tried' | 'checked'

/** At every node of a level, an interval for the sum of the cells of each answer. */
export interface BoundFact {
  readonly kind: 'bound'
  readonly name: string
  readonly mode: FactMode
  readonly level: number
  readonly answers: number
  /** The answer that each cell is counted in, or -1. */
  readonly answerOf: Int32Array
  /** What people call the answers; "answer 0" and so on when absent. */
  readonly labels?: readonly string[]
  /** [node * answers + answer]; 0 where nothing is said. */
  readonly lower: Float64Array
  /** [node * answers + answer]; Infinity where nothing is said. */
  readonly upper: Float64Array
}

/** At every node of a level, coefficient . x <= upper. */
export interface RatioFact {
  readonly kind: 'ratio'
  readonly name: string
  readonly mode: FactMode
  readonly level: number
  /** One a cell, whole numbers. */
  readonly coefficient: Float64Array
  readonly upper: number
}

export type Fact = BoundFact | RatioFact

export interface Knowledge {
  readonly cells: number
  /** 1 for a structural zero. */
  readonly zero: Uint8Array
  readonly facts: readonly Fact[]
  /** Set when the facts speak of a later, finer schema: the released cell that each (finer) cell belongs to. */
  readonly project?: Int32Array
  readonly releasedCells?: number
}

/** Whether a fact constrains the release. */
export function constrains(fact: Fact): boolean {
  return fact.mode !== 'checked'
}

/** Throws on arrays whose lengths do not fit the cells, the levels or the nodes, and on values that are no bounds. */
export function checkKnowledge(hierarchy: Hierarchy, knowledge: Knowledge): void {
  const { cells, zero, facts, project, releasedCells } = knowledge
  checkLength('zero', zero.length, cells)
  if (project !== undefined) {
    checkLength('project', project.length, cells)
    if (releasedCells === undefined || project.some((cell) => !(cell >= 0 && cell < releasedCells))) {
      throw badInput(`project sends a cell outside the ${releasedCells ?? 'undeclared'} released cells.`)
    }
  }
  for (const fact of facts) {
    if (hierarchy.levels[fact.level] === undefined) {
      throw badInput(`fact "${fact.name}" speaks of level ${fact.level}; there are ${hierarchy.levels.length} levels.`)
    }
    if (fact.kind === 'bound') checkBound(fact, cells, hierarchy.levels[fact.level].regions.length)
    else checkRatio(fact, cells)
  }
}

function checkBound(fact: BoundFact, cells: number, nodes: number): void {
  checkLength(`answerOf of fact "${fact.name}"`, fact.answerOf.length, cells)
  checkLength(`lower of fact "${fact.name}"`, fact.lower.length, nodes * fact.answers)
  checkLength(`upper of fact "${fact.name}"`, fact.upper.length, nodes * fact.answers)
  if (fact.lower.some((value) => !Number.isFinite(value)) || fact.upper.some((value) => Number.isNaN(value))) {
    throw badInput(`fact "${fact.name}" has a bound that is no number. Write 0 and Infinity where nothing is said.`)
  }
}

function checkRatio(fact: RatioFact, cells: number): void {
  checkLength(`coefficient of fact "${fact.name}"`, fact.coefficient.length, cells)
  if (!Number.isFinite(fact.upper) || !fact.coefficient.every(Number.isInteger)) {
    throw badInput(`fact "${fact.name}" needs whole coefficients and a finite upper bound.`)
  }
}

function checkLength(what: string, found: number, wanted: number): void {
  if (found !== wanted) throw badInput(`${what} has ${found} entries where ${wanted} are needed.`)
}
