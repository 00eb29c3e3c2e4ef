/** The sentences of a cell: why it is withheld, and what a reader knows of it. */
import type { Pattern, PreviewTable, SensitivityRule } from './protect-types.ts'

export interface Grid {
  /** The codes of cells: by cell, one of each variable. */
  readonly codes: Int32Array
  readonly table: PreviewTable
}

export function ruleWords(rule: SensitivityRule): string {
  switch (rule.kind) {
    case 'count':
      return `it has fewer than ${rule.least} contributors`
    case 'p':
      return `others come within ${rule.percent} % of its largest contribution`
    case 'pq':
      return `one who knows the others within ${rule.known} % comes within ${rule.percent} % of its largest contribution`
    case 'dominance':
      return `its ${rule.largest === 1 ? 'largest contribution makes' : `${rule.largest} largest contributions make`} more than ${rule.percent} % of it`
    case 'request':
      return `one who asked for protection makes more than ${rule.percent} % of it`
  }
}

/** "a, big": codes at the total are left out. */
export function cellWords({ codes, table: { variables } }: Grid, cell: number): string {
  const parts = variables.flatMap(({ codes: names }, v) => {
    const code = codes[cell * variables.length + v]
    return code === 0 ? [] : [names[code]]
  })
  return parts.length === 0 ? 'the total of all' : parts.join(', ')
}

export function amountWords(units: number, { decimals }: PreviewTable): string {
  if (!Number.isFinite(units)) return units < 0 ? 'no lower end' : 'no upper end'
  return new Intl.NumberFormat('en', { maximumFractionDigits: decimals }).format(units / 10 ** decimals)
}

const MOST_NAMED = 3

export function whyWords(grid: Grid, pattern: Pattern, rules: readonly SensitivityRule[], cell: number): string {
  if (pattern.marks[cell] === 0) return 'It is published.'
  const broken = pattern.broken[cell]
  if (broken !== undefined && broken.length > 0)
    return `It is withheld because ${broken.map((r) => ruleWords(rules[r])).join(', and ')}.`
  if (broken !== undefined) return 'It is withheld because it was named.'
  const others = pattern.protects[cell] ?? []
  const named = others.slice(0, MOST_NAMED).map((one) => `(${cellWords(grid, one)})`)
  const more = others.length > MOST_NAMED ? ` and ${others.length - MOST_NAMED} more` : ''
  return `It tells nothing of anybody itself. It is withheld so that nobody can work out ${named.join(', ')}${more}.`
}

export function readerWords({ table }: Grid, { marks, lower, upper }: Pattern, cell: number): string {
  if (marks[cell] === 0) return `Every reader knows it: ${amountWords(table.value[cell], table)}.`
  const [low, high] = [lower[cell], upper[cell]]
  if (high - low < 1e-9 * Math.max(1, Math.abs(high)))
    return `A reader can work it out from the sums: ${amountWords(low, table)}.`
  if (!Number.isFinite(high)) return `From the sums a reader knows that it is at least ${amountWords(low, table)}.`
  return `From the sums a reader knows that it is from ${amountWords(low, table)} to ${amountWords(high, table)}.`
}
