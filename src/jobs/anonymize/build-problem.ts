/** From columns to the problem that the methods solve: weights, prices, trees, rules. */
import {
  type AnonymityProblem,
  type QuasiIdentifier,
  recordsForAnonymity,
  type SensitiveRule,
} from '../../anonymity/index.ts'
import {
  checkColumn,
  type Database,
  fetchColumns,
  fileRelation,
  type Microdata,
  type MicrodataColumn,
} from '../../data/index.ts'
import { badField, badInput, clipped, listed } from '../../request-error.ts'
import { hierarchyOf } from '../hierarchy.ts'
import type { AnonymizeTask } from './task.ts'

export interface BuiltProblem {
  readonly problem: AnonymityProblem
  readonly rules: readonly SensitiveRule[]
  readonly mostSuppressed: number
  /** Classes to go on from. */
  readonly start: Int32Array | undefined
}

export async function buildProblem(db: Database, job: AnonymizeTask, data: Microdata): Promise<BuiltProblem> {
  const columns = recordsForAnonymity(data.columns)
  const find = (name: string): MicrodataColumn => columns.find((column) => column.name === name) as MicrodataColumn
  checkNames(job)
  const attributes: QuasiIdentifier[] = []
  for (const name of job.quasiIdentifiers) attributes.push(await attributeOf(db, job, find(name)))
  const rules = [
    ...job.sensitive.map((rule) => ruleOf(find(rule.column), rule)),
    ...(job.person === undefined ? [] : [peopleRule(find(job.person), job.k)]),
  ]
  const mostSuppressed =
    'records' in job.suppress ? job.suppress.records : Math.floor(job.suppress.share * data.records)
  const start = job.start === undefined ? undefined : await readClasses(db, job.start, data.records)
  return { problem: { records: data.records, attributes, k: job.k }, rules, mostSuppressed, start }
}

/** A column that is left out may still be named as a category: a spec says what every column is, and a role is changed in one place. */
function checkNames(task: AnonymizeTask): void {
  const { quasiIdentifiers, weights, ordered, categorical, verbatim, hierarchies, sensitive, roles } = task
  const known = new Set([...quasiIdentifiers, ...sensitive.map(({ column }) => column), ...roles.keys()])
  const stray =
    categorical.find((name) => !known.has(name)) ??
    [...verbatim, ...weights.keys(), ...ordered, ...hierarchies.map(({ column }) => column)].find(
      (name) => !quasiIdentifiers.includes(name),
    )
  if (stray !== undefined)
    throw badInput(
      `"${clipped(stray)}" is not among the quasi-identifiers (${listed(quasiIdentifiers)}). Add it to \`quasiIdentifiers\`.`,
    )
}

async function attributeOf(db: Database, job: AnonymizeTask, column: MicrodataColumn): Promise<QuasiIdentifier> {
  const text = job.hierarchies.find((h) => h.column === column.name)
  const hierarchy = text === undefined ? {} : { hierarchy: await hierarchyOf(db, text, column) }
  const weight = { weight: job.weights.get(column.name) ?? 1 }
  if (column.kind === 'numeric') return { ...column, ...weight, ...hierarchy }
  const price = job.ordered.includes(column.name) ? ({ price: 'ordered' } as const) : {}
  return { ...column, ...weight, ...price, ...hierarchy }
}

/** The classes of an earlier run, as `--classes` writes them. */
async function readClasses(db: Database, path: string, records: number): Promise<Int32Array> {
  const relation = await fileRelation(db, path)
  for (const column of ['record', 'class']) checkColumn(relation, column)
  const number = (column: string): string => `coalesce(try_cast(${column} as integer), -2)`
  const [record, name] = await fetchColumns(db, `select ${number('record')}, ${number('class')} from ${relation.sql}`, [
    'int32',
    'int32',
  ])
  const classOf = new Int32Array(records).fill(-2)
  record.forEach((r, i) => {
    if (r >= 0 && r < records) classOf[r] = name[i]
  })
  if (record.length !== records || classOf.includes(-2)) {
    throw badInput(
      `${path} does not give one class to each of the ${records} records. Use a file that \`classes\` wrote for the same data.`,
    )
  }
  return classOf
}

function ruleOf(column: MicrodataColumn, { kind, value, ordered }: AnonymizeTask['sensitive'][number]): SensitiveRule {
  const { codes, values } = codesOf(column)
  const named = { name: column.name, codes, values }
  return kind === 'closeness' ? { ...named, kind, t: value, ordered } : { ...named, kind, l: value }
}

/** Each class has at least k people. */
function peopleRule(column: MicrodataColumn, k: number): SensitiveRule {
  const { codes, values } = codesOf(column)
  if (values < k)
    throw badField('person', `the column "${clipped(column.name)}" names fewer than k = ${k} people. Lower k.`)
  return { kind: 'distinct', name: column.name, codes, values, l: k }
}

/** A sensitive number is a category by its value, in order of size. */
function codesOf(column: MicrodataColumn): { codes: Int32Array; values: number } {
  if (column.kind === 'categorical') return { codes: column.codes, values: column.labels.length }
  const distinct = [...new Set(column.values)].sort((a, b) => a - b)
  const codeOf = new Map(distinct.map((value, code) => [value, code]))
  return { codes: Int32Array.from(column.values, (value) => codeOf.get(value) as number), values: distinct.length }
}
