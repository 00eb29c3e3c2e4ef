/** What is implied at a node as bounds on sums of classes: all that says something of its own, and what is implied of one set. */
import type { ClassRow } from './rows.ts'
import type { NodeKnowledge } from './separation.ts'

export interface ImpliedBound {
  readonly classes: readonly number[]
  readonly lower: number
  readonly upper: number
}

type Bounds = readonly [lower: number, upper: number]

const OPEN: Bounds = [0, Number.POSITIVE_INFINITY]

/**
 * Bounds that the facts of the node do not state, and that do not follow from those of their parts. `classes`: how many there are. Where
 * the total is bounded, a set that is bounded from above bounds the others from below: both are said.
 */
export function impliedBounds(knowledge: NodeKnowledge, classes: number): readonly ImpliedBound[] {
  const stated = boundsBySet(knowledge.rows.filter(({ fact }) => fact >= 0))
  const all = Array.from({ length: classes }, (_, one) => one)
  const [least, most] = boundsOfSet(knowledge, new Set(all))
  const own = [...bySubsets(knowledge), ...byRows(knowledge)].filter(
    (bound) => bound.classes.length === classes || bound.lower > 0 || bound.upper < most,
  )
  const others = own.flatMap((bound): readonly ImpliedBound[] => {
    const rest = all.filter((one) => !bound.classes.includes(one))
    const lower = least - bound.upper
    return rest.length === 0 || !(lower > 0) ? [] : [{ classes: rest, lower, upper: Number.POSITIVE_INFINITY }]
  })
  const sets = new Map<string, ImpliedBound>()
  for (const bound of [...own, ...others]) {
    const known = sets.get(keyOf(bound.classes))
    const lower = Math.max(bound.lower, known?.lower ?? 0)
    sets.set(keyOf(bound.classes), { ...bound, lower, upper: Math.min(bound.upper, known?.upper ?? bound.upper) })
  }
  return [...sets].flatMap(([key, { classes: members, lower, upper }]) => {
    const [low, high] = stated.get(key) ?? OPEN
    const bound = {
      classes: members,
      lower: lower > low ? lower : 0,
      upper: upper < high && (upper < most || members.length === classes) ? upper : Number.POSITIVE_INFINITY,
    }
    return bound.lower > 0 || bound.upper < Number.POSITIVE_INFINITY ? [bound] : []
  })
}

/** The tightest bounds on the sum of some classes that can be read off: those of the set, of sets around it and of sets within it. */
export function boundsOfSet({ rows, subsets }: NodeKnowledge, classes: ReadonlySet<number>): Bounds {
  let [lower, upper] = classes.size === 0 ? [0, 0] : OPEN
  for (const row of rows) {
    if (row.coefficients !== undefined) continue
    const inside = row.classes.filter((one) => classes.has(one)).length
    if (inside === classes.size) upper = Math.min(upper, row.upper)
    if (inside === row.classes.length) lower = Math.max(lower, row.lower)
  }
  if (subsets === undefined) return [lower, upper]
  let [within, around, seen] = [0, 0, 0]
  subsets.elements.forEach((members, e) => {
    const inside = members.filter((one) => classes.has(one)).length
    seen += inside
    if (inside > 0) around |= 1 << e
    if (inside === members.length) within |= 1 << e
  })
  const isAround = seen === classes.size
  return [Math.max(lower, subsets.lower[within]), isAround ? Math.min(upper, subsets.upper[around]) : upper]
}

/** A set of elements whose bound is tighter than those of any two parts of it together. */
function* bySubsets({ subsets }: NodeKnowledge): Generator<ImpliedBound> {
  if (subsets === undefined) return
  const { elements, lower, upper } = subsets
  for (let set = 1; set < lower.length; set++) {
    let [isHigher, isLower] = [lower[set] > 0, upper[set] < Number.POSITIVE_INFINITY]
    for (let part = (set - 1) & set; part > 0 && (isHigher || isLower); part = (part - 1) & set) {
      const rest = set ^ part
      isHigher &&= lower[set] > lower[part] + lower[rest]
      isLower &&= upper[set] < upper[part] + upper[rest]
    }
    if (!isHigher && !isLower) continue
    const classes = elements.flatMap((members, e) => ((set >> e) & 1 ? [...members] : [])).sort((a, b) => a - b)
    yield { classes, lower: isHigher ? lower[set] : 0, upper: isLower ? upper[set] : Number.POSITIVE_INFINITY }
  }
}

function byRows({ rows }: NodeKnowledge): readonly ImpliedBound[] {
  const implied = rows.filter(({ fact, coefficients }) => fact < 0 && coefficients === undefined)
  return [...boundsBySet(implied)].map(([key, [lower, upper]]) => ({
    classes: key.split(',').map(Number),
    lower,
    upper,
  }))
}

function boundsBySet(rows: readonly ClassRow[]): Map<string, Bounds> {
  const found = new Map<string, Bounds>()
  for (const { classes, coefficients, lower, upper } of rows) {
    if (coefficients !== undefined) continue
    const key = keyOf([...classes])
    const [least, most] = found.get(key) ?? OPEN
    found.set(key, [Math.max(least, lower), Math.min(most, upper)])
  }
  return found
}

const keyOf = (classes: readonly number[]): string => [...classes].sort((a, b) => a - b).join()
