/** What is to be made anonymous, in the words of the file: the same from flags and from a spec. */
import { z } from 'zod'
import { METHODS, type Method } from '../../anonymity/index.ts'
import { besideSpec, compileReading, type OutputFormat } from '../../data/index.ts'
import { badField, clipped } from '../../request-error.ts'
import { anonymizeSection, type Reading, type Role, reading, roles, type SpecAnonymize } from '../../spec/index.ts'
import { type HierarchyText, hierarchyTexts } from '../hierarchy.ts'
import { specFileOf, specRef } from '../spec-job.ts'

/** Asked for by a spec, or by the fields of its `anonymize` with the file of the data. */
export const anonymizeJob = z.union([
  z.strictObject({ spec: specRef, classes: z.string().min(1).optional() }),
  anonymizeSection.extend({
    data: z.string().min(1),
    /** What each column is to a person. */
    roles: roles.default({}),
    /** How the file is read, as far as that is said. */
    read: reading.optional(),
    /** Also write record and class numbers, into the release and to this path. */
    classes: z.string().min(1).optional(),
  }),
])

export type AnonymizeJob = z.output<typeof anonymizeJob>

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

export const METHOD_NAMES: readonly string[] = ['auto', 'race', ...METHODS]

/** What is done, and how its files are written. */
export interface AskedAnonymity {
  readonly task: AnonymizeTask
  readonly classes: string | undefined
  readonly output: { readonly format: OutputFormat; readonly spreadsheetSafe: boolean }
}

export function askedAnonymity(job: AnonymizeJob): AskedAnonymity {
  const { classes } = job
  if (!('spec' in job)) {
    const { data, classes: _, roles, read = {}, ...fields } = job
    const task = taskOf({ path: data, roles: new Map(Object.entries(roles)), read, fields, beside: (file) => file })
    return { task, classes, output: { format: 'csv', spreadsheetSafe: true } }
  }
  const file = specFileOf(job.spec)
  const { anonymize, source, output } = file.spec
  if (anonymize === undefined)
    throw badField('anonymize', 'it is missing. Say how: anonymize: { k: 5, quasiIdentifiers: [age, sex] }.')
  if (source.file === undefined) throw badField('source.file', 'records are read from a file. Name it here.')
  const beside = (name: string): string => besideSpec(file, name)
  const read = compileReading(file.spec)
  const given = {
    path: beside(source.file),
    roles: new Map(Object.entries(file.spec.roles)),
    read,
    fields: anonymize,
    beside,
  }
  return { task: taskOf(given), classes, output }
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
  return {
    path,
    read,
    roles,
    others: fields.others,
    person: fields.person,
    k: fields.k,
    quasiIdentifiers: quasiIdentifiersOf(given),
    weights: new Map(Object.entries(fields.weights)),
    categorical: fields.categorical,
    ordered: fields.ordered,
    verbatim: fields.verbatim,
    method: methodOf(fields.method),
    seconds: fields.seconds,
    ...(fields.steps !== undefined && { steps: fields.steps }),
    exact: fields.exact,
    splitCarry: {
      ...(sets !== undefined && { sets }),
      ...(carry !== undefined && { carry }),
      ...(size !== undefined && accept !== undefined && { bubble: { size, accept } }),
    },
    start: fields.start === undefined ? undefined : beside(fields.start),
    hierarchies: hierarchyTexts(fields.hierarchies, beside),
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
    nodes: fields.nodes,
    split: fields.split,
  }
}

function methodOf(name: string): AnonymizeTask['method'] {
  if (METHOD_NAMES.includes(name)) return name as AnonymizeTask['method']
  throw badField('method', `there is no "${clipped(name)}". There are: ${METHOD_NAMES.join(', ')}.`)
}
