/** What methods that change figures have in common: how far they moved, and cells that stay too narrow. */
import { cellName } from '../../model/index.ts'
import type { FoundSensitive, TableContents } from '../../protection/index.ts'
import { listed, RequestError } from '../../request-error.ts'
import type { SpecProtect } from '../../spec/index.ts'
import type { CellChoice } from './cell-choice.ts'
import { privateCells } from './private-figures.ts'
import { type ProtectedTable, type ProtectFigures, ruleWords } from './result.ts'

export interface ChangedTable extends Pick<ProtectedTable, 'published' | 'result' | 'statement'> {
  readonly method: ProtectFigures['method']
  /** The published figures, in units. */
  readonly after: Float64Array
  readonly notes: readonly string[]
}

export function changedTable(
  contents: TableContents,
  { rules }: Pick<SpecProtect, 'rules'>,
  sensitive: readonly FoundSensitive[],
  choice: CellChoice,
  { method, published, after, result, statement, notes }: ChangedTable,
): ProtectedTable {
  const { system } = contents
  return {
    contents,
    published,
    result,
    statement,
    figures: {
      method,
      cells: system.cells,
      equations: system.equations.starts.length - 1,
      sensitive: sensitive.length,
      byRule: byRule(rules, sensitive),
      waived: choice.waived.size,
      withheld: 0,
      secondary: 0,
      search: null,
      intervals: null,
      unions: 0,
      proved: sensitive.length,
      against: 0,
      earlier: [],
      notes,
      change: changeOf(contents, after),
      compared: [],
    },
    secret: privateCells(contents, sensitive, choice),
  }
}

/** How many cells break each rule, and how many somebody named. */
export function byRule(
  rules: SpecProtect['rules'],
  sensitive: readonly FoundSensitive[],
): Readonly<Record<string, number>> {
  const named = sensitive.filter((one) => one.named).length
  return Object.fromEntries([
    ...rules.map((rule, r) => [ruleWords(rule), sensitive.filter((one) => one.rules.includes(r)).length]),
    ...(named > 0 ? [['named', named]] : []),
  ])
}

export function changeOf(
  { value, decimals }: TableContents,
  after: Float64Array,
): NonNullable<ProtectFigures['change']> {
  const changes = after.map((figure, cell) => Math.abs(figure - value[cell]) / 10 ** decimals)
  return {
    mean: changes.reduce((sum, change) => sum + change, 0) / changes.length,
    largest: changes.reduce((most, change) => Math.max(most, change), 0),
    moved: changes.filter((change) => change > 0).length,
  }
}

export function refuseNarrow({ system }: TableContents, narrow: readonly number[], advice: string): void {
  if (narrow.length === 0) return
  const names = narrow.map((cell) => `(${cellName(system, cell)})`)
  throw new RequestError(
    'infeasible',
    `From the changed table readers could still bound ${narrow.length} sensitive cell${narrow.length === 1 ? '' : 's'} more narrowly than the rules allow, and nothing is published: ${listed(names)}. ${advice}`,
  )
}
