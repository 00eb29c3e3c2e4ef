/**
 * Rules on what a class says about its members: l-diversity (Machanavajjhala et al., ICDE 2006) and t-closeness (Li, Li,
 * Venkatasubramanian, ICDE 2007), any number of them at once, each on its own sensitive attribute.
 */
import { badInput } from '../../request-error.ts'

interface Sensitive {
  readonly name: string
  /** The sensitive value of each record, as a code from 0 to values - 1. */
  readonly codes: Int32Array
  readonly values: number
}

export type SensitiveRule =
  | (Sensitive & { readonly kind: 'distinct'; readonly l: number })
  /** The entropy of the class's values is at least log l. */
  | (Sensitive & { readonly kind: 'entropy'; readonly l: number })
  /** The earth mover's distance to the whole is at most t; codes in order of size when `ordered`. */
  | (Sensitive & { readonly kind: 'closeness'; readonly t: number; readonly ordered?: boolean })

/** Says whether the records members[from .. to-1] may be a class. */
export interface ClassRule {
  admits(members: ArrayLike<number>, from: number, to: number): boolean
}

/** Slack for sums of logarithms and shares. */
const SLACK = 1e-9

/** All rules together, or undefined when there are none. Refuses rules that not even the whole file meets. */
export function compileRules(rules: readonly SensitiveRule[], records: number): ClassRule | undefined {
  if (rules.length === 0) return undefined
  const compiled = rules.map(compileRule)
  const all = Int32Array.from({ length: records }, (_, i) => i)
  rules.forEach((rule, r) => {
    if (!compiled[r].admits(all, 0, records)) {
      const asked = rule.kind === 'closeness' ? `t = ${rule.t}` : `l = ${rule.l}`
      throw badInput(
        `The whole file does not meet ${rule.kind} ${asked} on "${rule.name}", so no partition can. Ask for less.`,
      )
    }
  })
  return { admits: (members, from, to) => compiled.every((rule) => rule.admits(members, from, to)) }
}

function compileRule(rule: SensitiveRule): ClassRule {
  const counts = new Int32Array(rule.values)
  const judge = judgeOf(rule)
  return {
    admits: (members, from, to) => {
      for (let t = from; t < to; t++) counts[rule.codes[members[t]]]++
      const good = judge(counts, members, from, to)
      for (let t = from; t < to; t++) counts[rule.codes[members[t]]] = 0
      return good
    },
  }
}

type Judge = (counts: Int32Array, members: ArrayLike<number>, from: number, to: number) => boolean

function judgeOf(rule: SensitiveRule): Judge {
  if (rule.kind === 'closeness') return judgeCloseness(rule)
  return (counts, members, from, to) => {
    let distinct = 0
    let entropy = 0
    for (let t = from; t < to; t++) {
      const count = counts[rule.codes[members[t]]]
      distinct += 1 / count // every value's records add up to one
      entropy -= Math.log(count / (to - from)) / (to - from)
    }
    return rule.kind === 'distinct' ? distinct >= rule.l - SLACK * rule.l : entropy >= Math.log(rule.l) - SLACK
  }
}

function judgeCloseness(rule: SensitiveRule & { kind: 'closeness' }): Judge {
  const whole = new Float64Array(rule.values)
  for (const code of rule.codes) whole[code] += 1 / rule.codes.length
  return (counts, _, from, to) => {
    let distance = 0
    let carried = 0
    for (let value = 0; value < rule.values; value++) {
      const difference = counts[value] / (to - from) - whole[value]
      carried = rule.ordered === true ? carried + difference : difference
      distance += Math.abs(carried)
    }
    distance /= rule.ordered === true ? Math.max(1, rule.values - 1) : 2
    return distance <= rule.t + SLACK
  }
}
