/** What is to be made anonymous, in the words of the file. */
import type { LevelCost, Method } from '../../anonymity/index.ts'
import { besideSpec, compileReading, type LineOrder, type OutputFormat } from '../../data/index.ts'
import { badField, clipped } from '../../request-error.ts'
import type { About, Reading, Role, SpecAnonymize, SpecFile } from '../../spec/index.ts'
import { type HierarchyText, hierarchyTexts, isOfLabels } from '../hierarchy.ts'
import { specFileOf } from '../spec-job.ts'
import type { AnonymizeJob } from './job.ts'

/** The job in the words of the methods. */
export interface AnonymizeTask {
  readonly path: string
  readonly read: Reading
  /** Of columns that are named; quasi-identifiers are listed below. */
  readonly roles: ReadonlyMap<string, Role>
  /** What becomes of columns without a role. */
  readonly others: 'drop' | 'publish' | undefined
  /** The column of the person, where one may have several records. */
  readonly person: string | undefined
  readonly k: number
  readonly quasiIdentifiers: readonly string[]
  readonly weights: ReadonlyMap<string, number>
  readonly categorical: readonly string[]
  /** Categories whose codes have an order: a set is priced by its range. */
  readonly ordered: readonly string[]
  /** Quasi-identifiers whose sets may publish values that name people, sentences or full dates. */
  readonly verbatim: readonly string[]
  /** `race` runs several and keeps the best; `auto` picks by size. */
  readonly method: Method | 'race' | 'auto'
  /** For all of the run: reading, the search, the lower bound, checking and writing. */
  readonly seconds: number
  /** Steps of the search instead of a time: the same steps and seed give the same release everywhere. */
  readonly steps?: number | undefined
  /** For `full-domain`: what the levels make least. */
  readonly levelCost: LevelCost | undefined
  /** For `optimal`: which exact method; by size without it. */
  readonly exact: 'subsets' | 'columns' | 'milp' | undefined
  readonly splitCarry: SplitCarryText
  /** For `anytime`: a file of record and class to go on from. */
  readonly start: string | undefined
  readonly hierarchies: readonly HierarchyText[]
  readonly sensitive: readonly SensitiveText[]
  /** Records, or a share of them. */
  readonly suppress: { readonly records: number } | { readonly share: number }
  readonly keepAnonymous: boolean
  readonly missing: 'error' | 'level'
  readonly seed: string
  /** Of the published lines. */
  readonly order: LineOrder
  /** Publish nodes of the hierarchies instead of tight ranges and sets. */
  readonly nodes: boolean
  /** Ranges as two columns. */
  readonly split: boolean
}

/** S, l, and P with A of the paper. */
export interface SplitCarryText {
  readonly sets?: number
  readonly carry?: number
  readonly bubble?: { readonly size: number; readonly accept: number }
}

export interface SensitiveText {
  readonly column: string
  readonly kind: 'distinct' | 'entropy' | 'closeness'
  readonly value: number
  readonly ordered: boolean
}

/** Seconds for the whole run. */
const USUAL_SECONDS = 30

/** What is done, and how its files are written. */
export interface AskedAnonymity {
  readonly task: AnonymizeTask
  readonly title: string
  /** What was asked, as text. */
  readonly request: string
  readonly about: About | undefined
  readonly classes: string | undefined
  readonly output: { readonly format: OutputFormat; readonly spreadsheetSafe: boolean }
}

export function askedAnonymity({ spec, classes }: AnonymizeJob): AskedAnonymity {
  const file = specFileOf(spec)
  const { title = 'Records made anonymous', about, output } = file.spec
  return { task: anonymizeTask(file), title, request: file.text, about, classes, output }
}

export function anonymizeTask(file: SpecFile): AnonymizeTask {
  const { anonymize, source, roles } = file.spec
  if (anonymize === undefined)
    throw badField('anonymize', 'it is missing. Say how: anonymize: { k: 5, quasiIdentifiers: [age, sex] }.')
  if (source.file === undefined) throw badField('source.file', 'records are read from a file. Name it here.')
  const beside = (name: string): string => besideSpec(file, name)
  return taskOf({
    path: beside(source.file),
    roles: new Map(Object.entries(roles)),
    read: compileReading(file.spec),
    fields: anonymize,
    beside,
  })
}

interface Given {
  readonly path: string
  readonly roles: ReadonlyMap<string, Role>
  readonly read: Reading
  readonly fields: SpecAnonymize
  readonly beside: (file: string) => string
}

/** The columns named as quasi-identifiers and those that have the role. */
function quasiIdentifiersOf({ roles, fields }: Given): readonly string[] {
  const other = fields.quasiIdentifiers.find((name) => (roles.get(name) ?? 'quasi-identifier') !== 'quasi-identifier')
  if (other !== undefined)
    throw badField(
      'quasiIdentifiers',
      `"${clipped(other)}" has the role ${roles.get(other)} too. A column has one role.`,
    )
  const ruled = fields.sensitive.find(({ column }) => roles.get(column) === 'identifier')
  if (ruled !== undefined)
    throw badField(
      'sensitive',
      `"${clipped(ruled.column)}" is an identifier, which is left out. A column has one role.`,
    )
  const named = [...roles.keys()].filter((name) => roles.get(name) === 'quasi-identifier')
  const all = [...fields.quasiIdentifiers, ...named.filter((name) => !fields.quasiIdentifiers.includes(name))]
  if (all.length === 0)
    throw badField('quasiIdentifiers', 'name the columns that could find a person, as in age, sex, zip.')
  return all
}

function taskOf(given: Given): AnonymizeTask {
  const { path, roles, read, fields, beside } = given
  const { size, accept, sets, carry } = fields.splitCarry
  const hierarchies = hierarchyTexts(fields.hierarchies, beside)
  return {
    path,
    read,
    roles,
    others: fields.others,
    person: fields.person,
    k: fields.k,
    quasiIdentifiers: quasiIdentifiersOf(given),
    weights: new Map(Object.entries(fields.weights)),
    categorical: [...new Set([...fields.categorical, ...hierarchies.filter(isOfLabels).map(({ column }) => column)])],
    ordered: fields.ordered,
    verbatim: fields.verbatim,
    method: fields.method,
    seconds: fields.seconds ?? USUAL_SECONDS,
    ...(fields.steps !== undefined && { steps: fields.steps }),
    levelCost: fields.levelCost,
    exact: fields.exact,
    splitCarry: {
      ...(sets !== undefined && { sets }),
      ...(carry !== undefined && { carry }),
      ...(size !== undefined && accept !== undefined && { bubble: { size, accept } }),
    },
    start: fields.start === undefined ? undefined : beside(fields.start),
    hierarchies,
    sensitive: fields.sensitive.map(({ column, distinct, entropy, closeness, ordered }) => {
      const kind = distinct !== undefined ? 'distinct' : entropy !== undefined ? 'entropy' : 'closeness'
      return { column, kind, value: distinct ?? entropy ?? closeness ?? 0, ordered }
    }),
    suppress:
      typeof fields.suppress === 'number'
        ? { records: fields.suppress }
        : { share: Number(fields.suppress.slice(0, -1)) / 100 },
    keepAnonymous: fields.keepAnonymous,
    missing: fields.missing,
    seed: fields.seed,
    order: fields.order,
    nodes: fields.nodes,
    split: fields.split,
  }
}
