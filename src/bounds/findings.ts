/**
 * Cells that break a declared rule, each with the reason.
 *
 * - `disclosed`: one feasible count.         - `nearly-disclosed`: at most `few` feasible counts.
 * - `narrow`: upper - lower below `width`.   - `known-small`: more than one feasible count, all of them small.
 * - `zero`: a count known to be 0, when zeros are not allowed.
 */
import { AuditStopped, type Control, type RowValues } from './feasible-values.ts'
import { type Reason, reasonFor } from './reasons.ts'
import { feasibleMultipliers } from './single-row.ts'
import { highest, lowest, type ValueSet } from './value-set.ts'
import { type Audit, DEFAULT_SMALL } from './verdict.ts'

export interface Rules {
  readonly small?: number | undefined
  /** Cells with 2 to this many feasible counts are nearly disclosed; 1, none, when left out. */
  readonly few?: number | undefined
  /** The demanded interval width: upper - lower must not be below it. */
  readonly width?: number | undefined
  /** Whether counts of 0 may be known; true when left out. */
  readonly zeros?: boolean | undefined
}

export type FindingKind = 'disclosed' | 'nearly-disclosed' | 'narrow' | 'known-small' | 'zero'

export interface Finding {
  readonly row: number
  readonly column: number
  readonly kind: FindingKind
  /** The most that the count can be is below the `small` of the rules, and above 0. */
  readonly small: boolean
  readonly lower: number
  readonly upper: number
  /** How many counts are feasible. */
  readonly values: number
  readonly reason: Reason
}

/** The findings row by row. Rows without records count as zeros. */
export function* findings(found: Audit, rules: Rules, control: Control = {}): Generator<Finding> {
  const { columns } = found.source
  // One solution without knowledge tells for all rows together whether facts are needed to explain them.
  const unaided = found.known.length === 0 ? found.values : feasibleMultipliers(found.source, [], control)
  for (let row = 0; row < found.values.length; row++) {
    if (control.shouldStop?.()) throw new AuditStopped()
    const reasons = new Map<string, Reason>()
    for (let column = 0; column < columns; column++) {
      const finding = cellFinding(found, unaided, rules, row, column, reasons)
      if (finding !== undefined) yield finding
    }
  }
}

function cellFinding(
  found: Audit,
  unaided: RowValues,
  rules: Rules,
  row: number,
  column: number,
  reasons: Map<string, Reason>,
): Finding | undefined {
  const set = found.values[row]
  const reduced = found.source.reduced[row * found.source.columns + column]
  if (set === undefined || reduced === 0) {
    if (rules.zeros ?? true) return undefined
    return { row, column, kind: 'zero', small: false, lower: 0, upper: 0, values: 1, reason: { kind: 'zero-share' } }
  }
  const broken = brokenRule(set, reduced, rules)
  if (broken === undefined) return undefined
  let reason = reasons.get(broken.key)
  if (reason === undefined) {
    reason = reasonFor(found.source, found.known, row, broken.holds, unaided[row])
    reasons.set(broken.key, reason)
  }
  const [lower, upper] = [reduced * (lowest(set) + 1), reduced * (highest(set) + 1)]
  const small = upper < (rules.small ?? DEFAULT_SMALL)
  return { row, column, kind: broken.kind, small, lower, upper, values: set.count, reason }
}

interface BrokenRule {
  readonly kind: FindingKind
  /** Cells of one row with the same key break the rule for the same reason. */
  readonly key: string
  readonly holds: (values: ValueSet) => boolean
}

function brokenRule(set: ValueSet, reduced: number, rules: Rules): BrokenRule | undefined {
  const few = rules.few ?? 1
  if (set.count === 1) return { kind: 'disclosed', key: 'disclosed', holds: (values) => values.count <= 1 }
  if (set.count <= few) return { kind: 'nearly-disclosed', key: 'few', holds: (values) => values.count <= few }
  const width = rules.width ?? 0
  const narrow = (values: ValueSet) => values.count === 0 || reduced * (highest(values) - lowest(values)) < width
  if (narrow(set)) return { kind: 'narrow', key: `narrow ${Math.ceil(width / reduced)}`, holds: narrow }
  const small = rules.small ?? DEFAULT_SMALL
  const low = (values: ValueSet) => values.count === 0 || reduced * (highest(values) + 1) < small
  return low(set) ? { kind: 'known-small', key: `small ${Math.ceil(small / reduced)}`, holds: low } : undefined
}
