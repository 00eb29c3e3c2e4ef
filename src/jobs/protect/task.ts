/** What is to be protected, and how, in the words of the file. */
import { dirname, join } from 'node:path'
import { besideSpec, compileReading, type OutputFormat } from '../../data/index.ts'
import type { SensitivityRule } from '../../protection/index.ts'
import { badField, clipped } from '../../request-error.ts'
import type { About, Reading, SpecFile, SpecGrouping, SpecProtect } from '../../spec/index.ts'
import { specFileOf } from '../spec-job.ts'
import type { ProtectJob } from './job.ts'

export interface ProtectTask {
  readonly path: string
  readonly read: Reading
  /** The names of the variables, and the tables that they make: places in that list. */
  readonly variables: readonly string[]
  readonly tables: readonly (readonly number[])[]
  readonly groupings: readonly SpecGrouping[]
  readonly total: string
  /** A line stands for so many people. */
  readonly count: string | undefined
  /** What the method and the rules are, as the spec has them; files are found beside it. */
  readonly fields: SpecProtect
  readonly rules: readonly SensitivityRule[]
  /** Totals stand in the file already. */
  readonly isFinished: boolean
  /** What the figures are called in the table that is published. */
  readonly figure: string
  readonly files: ProtectFiles
}

/** Paths. */
export interface ProtectFiles {
  readonly keep: string | undefined
  readonly hide: string | undefined
  readonly waive: string | undefined
  /** The record of what has been published; undefined where nothing is looked at or recorded. */
  readonly published: string | undefined
  readonly secret: string | undefined
}

export interface AskedProtection {
  readonly task: ProtectTask
  readonly title: string
  /** What was asked, as text. It holds the rules, and is never published. */
  readonly request: string
  readonly about: About | undefined
  readonly inputs: readonly string[]
  readonly output: { readonly format: OutputFormat; readonly spreadsheetSafe: boolean }
}

export function askedProtection({ spec }: ProtectJob): AskedProtection {
  const file = specFileOf(spec)
  const { title = 'A protected table', about, output } = file.spec
  const task = protectTask(file)
  const { keep, hide, waive } = task.files
  const trees = task.groupings.flatMap((one) => ('file' in one ? [one.file] : []))
  const inputs = [task.path, ...trees, ...[keep, hide, waive].filter((path) => path !== undefined)]
  return { task, title, request: file.text, about, inputs, output }
}

/** What a table of counts calls its figures. */
const COUNT = 'count'

export function protectTask(file: SpecFile): ProtectTask {
  const { protect, source } = file.spec
  if (protect === undefined)
    throw badField('protect', 'it is missing. Say which variables make the table, and when a cell is sensitive.')
  if (source.file === undefined) throw badField('source.file', 'the table is made from a file. Name it here.')
  const beside = (name: string): string => besideSpec(file, name)
  const path = beside(source.file)
  const { variables, tables } = tablesOf(protect)
  const isFinished = protect.frequency !== undefined || protect.largest.length > 0 || protect.marked !== undefined
  const figure = protect.value ?? COUNT
  checkNames(variables, figure)
  checkContents(protect, source.count, isFinished)
  const own = protect.kind === 'suppress' ? protect : undefined
  const optional = (name: string | undefined): string | undefined => (name === undefined ? undefined : beside(name))
  return {
    path,
    read: compileReading(file.spec),
    variables,
    tables,
    groupings: protect.hierarchies.map((one) => ('file' in one ? { ...one, file: beside(one.file) } : one)),
    total: protect.total,
    count: source.count,
    fields: protect,
    rules: protect.rules,
    isFinished,
    figure,
    files: {
      keep: optional(own?.keep),
      hide: optional(own?.hide),
      waive: optional(protect.waive),
      published: recordOf(protect, path, beside),
      secret: optional('secret' in protect ? protect.secret : undefined),
    },
  }
}

function recordOf(protect: SpecProtect, data: string, beside: (name: string) => string): string | undefined {
  if (protect.kind === 'compare') return undefined
  const { published } = protect
  if (published === undefined) return join(dirname(data), 'tacet-tables.jsonl')
  return published === 'none' ? undefined : beside(published)
}

function tablesOf({ rows, columns, linked }: SpecProtect): Pick<ProtectTask, 'variables' | 'tables'> {
  const first = [...rows, ...columns]
  if (first.length === 0) throw badField('rows', 'name the variables of the table, as in region, sector.')
  const all = [first, ...linked]
  for (const names of all) {
    const twice = names.find((name, i) => names.indexOf(name) !== i)
    if (twice !== undefined) throw badField('rows', `"${clipped(twice)}" is named twice. Name it once.`)
  }
  const variables = [...new Set(all.flat())]
  return { variables, tables: all.map((names) => names.map((name) => variables.indexOf(name))) }
}

function checkNames(variables: readonly string[], figure: string): void {
  const taken = variables.find((name) => [figure, 'tacet_stamp'].includes(name.toLowerCase()))
  if (taken !== undefined)
    throw badField(
      'rows',
      `the published table has a column "${clipped(figure)}" of figures. Rename the variable of that name.`,
    )
}

/** Rules that look at contributions need to know whose they are. */
const NEEDS_CONTRIBUTIONS = ['p', 'pq', 'dominance', 'request']

function checkContents(fields: SpecProtect, count: string | undefined, isFinished: boolean): void {
  const { rules, contributor, holding, weight, request, value, largest, frequency, marked, negative } = fields
  const given = (name: keyof SpecProtect): void => {
    if (fields[name as never] !== undefined)
      throw badField(name, 'it is for records, and this is a finished table. Leave it out.')
  }
  if (isFinished) for (const name of ['contributor', 'holding', 'weight', 'request'] as const) given(name)
  if (isFinished && count !== undefined)
    throw badField('source.count', 'this is a finished table: its numbers of contributors are `frequency`.')
  if (isFinished && frequency === undefined && value === undefined)
    throw badField('value', 'name the column with the figures of the table.')
  if (!isFinished && fields.fix === 'totals')
    throw badField('fix', 'totals are computed from records anyway. Leave it out.')
  if (count !== undefined && (value ?? contributor ?? weight ?? holding) !== undefined)
    throw badField(
      'source.count',
      'lines that stand for several people have no amounts, contributors or weights of their own. Leave it out.',
    )
  if (holding !== undefined && contributor === undefined)
    throw badField('holding', 'name the column of the `contributor` too: not everybody belongs to a group.')
  if (request === undefined && rules.some(({ kind }) => kind === 'request'))
    throw badField('request', 'name the column that says who asked for protection.')
  if (negative === 'absolute' && value === undefined)
    throw badField('negative', 'counts are never below 0. Leave it out.')
  const about = rules.find(({ kind }) => NEEDS_CONTRIBUTIONS.includes(kind))
  if (about !== undefined && !isFinished && contributor === undefined)
    throw badField(
      'contributor',
      `the rule ${about.kind} looks at the largest contributions: name the column that says whose a line is. A finished table has them in columns instead (\`largest\`).`,
    )
  if (isFinished && rules.some(({ kind }) => kind === 'count') && frequency === undefined)
    throw badField('frequency', 'the rule count needs the number of contributors of each cell.')
  const wanted = rules.reduce((most, rule) => Math.max(most, largestOf(rule)), 0)
  if (isFinished && largest.length < wanted)
    throw badField(
      'largest',
      `the rules look at the ${wanted} largest contribution${wanted === 1 ? '' : 's'} of a cell: name as many columns, the largest first.`,
    )
  if (rules.length === 0 && marked === undefined && !('hide' in fields && fields.hide !== undefined))
    throw badField('rules', 'say when a cell is sensitive, as in count 3, p 10 or dominance 1 85; or name the cells.')
}

function largestOf(rule: SensitivityRule): number {
  if (rule.kind === 'count') return 0
  if (rule.kind === 'dominance') return rule.largest
  return rule.kind === 'p' ? 1 + rule.coalition : 2
}
