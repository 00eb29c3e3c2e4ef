/**
 * Which cells are sensitive, and how far a reader must be unable to come: the upper need is what the rule itself asks, as Cox (1981) and
 * Robertson (2000) work it out; the lower need is the same, and never more than the value. Inequalities are strict: a tie is safe.
 */
import type { CellContributions, SensitivityRule } from './contributions.ts'

/** The need of a cell under a rule, in units; undefined where the rule is met. 0 is a sensitive cell that needs no width of its own. */
export function needOf(rule: SensitivityRule, cell: CellContributions): number | undefined {
  const { contributors, total, largest } = cell
  const [first = 0] = largest
  switch (rule.kind) {
    case 'count':
      return contributors > 0 && contributors < rule.least ? 0 : undefined
    case 'p': {
      const others = total - sumOf(largest, 1 + rule.coalition)
      return above((rule.percent / 100) * first - others)
    }
    case 'pq': {
      const others = total - sumOf(largest, 2)
      return above((rule.percent / rule.known) * first - others)
    }
    case 'dominance': {
      const few = sumOf(largest, rule.largest)
      return above((few * 100) / rule.percent - total)
    }
    case 'request': {
      const asked = cell.asked ?? 0
      if (asked <= (rule.percent / 100) * total) return undefined
      return Math.max(0, (rule.percent / 100) * asked - (total - sumOf(largest, 2)))
    }
  }
}

const above = (need: number): number | undefined => (need > 0 ? need : undefined)

const sumOf = (largest: readonly number[], n: number): number =>
  largest.slice(0, n).reduce((sum, size) => sum + size, 0)

/** How much a cell must be able to be off, where no rule says it: a share of its value. */
export interface Needs {
  readonly percent: number | undefined
  /** Of counts: a cell below the least number must be able to reach it. */
  readonly reach: boolean
}

export interface SensitiveCell {
  readonly rules: readonly number[]
  readonly up: number
  readonly down: number
}

/** The rules that a cell breaks, and its needs in whole units, the largest that any of them asks; undefined for a safe cell. */
export function sensitivity(
  rules: readonly SensitivityRule[],
  needs: Needs,
  cell: CellContributions,
): SensitiveCell | undefined {
  const found = rules.map((rule) => needOf(rule, cell))
  const broken = [...rules.keys()].filter((r) => found[r] !== undefined)
  if (broken.length === 0) return undefined
  const size = Math.abs(cell.total)
  const asked = broken.map((r) => {
    const rule = rules[r]
    if (rule.kind !== 'count') return found[r] as number
    return needs.reach ? rule.least - cell.total : (USUAL_PERCENT / 100) * size
  })
  const need = needs.percent === undefined ? Math.max(...asked) : (needs.percent / 100) * size
  return { rules: broken, ...bothWays(need, size) }
}

/** The needs of a cell that is sensitive because somebody said so. */
export function statedNeeds({ percent = USUAL_PERCENT }: Needs, total: number): Pick<SensitiveCell, 'up' | 'down'> {
  return bothWays((percent / 100) * Math.abs(total), Math.abs(total))
}

/** A cell that is 0 must not be pinned either: one unit is the least that shows. */
function bothWays(need: number, size: number): Pick<SensitiveCell, 'up' | 'down'> {
  const up = Math.max(1, Math.ceil(need))
  return { up, down: Math.min(up, Math.floor(size)) }
}

/** Where no rule says how far off a reader must be: the number of contributors to an amount, or a list of cells. */
const USUAL_PERCENT = 10
