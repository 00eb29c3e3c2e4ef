/** What a private decision asks for: the same from flags and from a spec. */
import { basename } from 'node:path'
import { z } from 'zod'
import {
  besideSpec,
  declaredQueries,
  type ModelTable,
  modelOfSpec,
  type OutputFormat,
  readModelFile,
} from '../../data/index.ts'
import {
  type DeclaredQueries,
  declarePrivate,
  type Mechanism,
  type PrivateProgram,
  type Program,
} from '../../decisions/index.ts'
import {
  chooseShare,
  type ReleaseShare,
  type SharedBudget,
  sharesOf,
  spentBy,
} from '../../decisions/sides/shared-budget.ts'
import { parseRational, type Rational } from '../../exact/index.ts'
import { ledgerBeside } from '../../ledger/index.ts'
import { badField, clipped } from '../../request-error.ts'
import type { SpecFile } from '../../spec/index.ts'
import { specFileOf, specRef } from '../spec-job.ts'
import { publicRequest } from './public-request.ts'

export const DECIDE_MECHANISMS: readonly Mechanism[] = ['truncated', 'published', 'pure', 'laplace']

/** The job in the words of the mathematics. */
export interface DecideTask {
  /** The file with the model: as confidential as its private right-hand sides. */
  readonly path: string
  /** Further files that the model is made of. */
  readonly tables: readonly ModelTable[]
  /** What the ledger calls the data: the file of records where there is one, else the file of the model. */
  readonly dataset: string
  readonly title: string
  readonly read: () => Promise<Program>
  readonly private: readonly string[]
  /** Given, or computed from what each private side is. */
  readonly sensitivity: Rational | DeclaredQueries
  /** One floor for all, or by name or pattern. */
  readonly floors: readonly (readonly [string, Rational])[]
  readonly loosest: readonly (readonly [string, Rational])[]
  readonly unit: Rational | undefined
  readonly mechanism: Mechanism
  /** What this release spends: its share, where the budget is shared. */
  readonly epsilon: Rational
  readonly delta: Rational
  readonly shared: SharedBudget | null
  readonly ledgerPath: string
  /** Points of the trade-off to simulate, as written; CONFIDENTIAL. */
  readonly sweep: { readonly points: readonly string[]; readonly runs: number } | undefined
  readonly output: { readonly format: OutputFormat; readonly spreadsheetSafe: boolean }
  /** What was asked, without any private right-hand side: it is published. */
  readonly request: string
}

/** Exact numbers are text: "1/2". */
const decideFields = z.strictObject({
  /** Names of private constraints, `*` for any text, `NAME:upper` or `NAME:lower` for one side. */
  private: z.array(z.string()).default([]),
  sensitivity: z.string().optional(),
  /** One value for all, or `NAME=VALUE`. */
  floor: z.array(z.string()).default([]),
  loosest: z.array(z.string()).default([]),
  unit: z.string().optional(),
  mechanism: z.string().default('truncated'),
  epsilon: z.string().optional(),
  delta: z.string().optional(),
  ledger: z.string().optional(),
  /** A number of releases that share the budget. */
  releases: z.string().optional(),
})

/** `epsilon=0.1:5`, `delta=1e-6,1e-4`: the trade-off, by simulation. */
const sweepOf = z.strictObject({ points: z.array(z.string()).min(1), runs: z.int().min(1).default(20) })

/** A decision is asked for by a spec, or by fields that name the file of the model. */
export const decideJob = z.union([
  z.strictObject({ spec: specRef, release: z.string().optional(), sweep: sweepOf.optional() }),
  decideFields.extend({ model: z.string().min(1), sweep: sweepOf.optional() }),
])

export type DecideJob = z.output<typeof decideJob>
type DecideFields = z.output<typeof decideFields>

export function decideTask(job: DecideJob): DecideTask {
  if ('spec' in job) return taskOfSpec(specFileOf(job.spec), job.release, job.sweep)
  const { model, sweep, ...fields } = job
  return taskOfFields(model, fields, sweep)
}

/** For a plan: which of several releases of a spec it is may be left open. */
export function openDecideTask(job: DecideJob): DecideTask {
  return 'spec' in job && job.release === undefined
    ? taskOfSpec(specFileOf(job.spec), { all: true }, undefined)
    : decideTask(job)
}

function taskOfFields(path: string, fields: DecideFields, sweep: DecideTask['sweep']): DecideTask {
  if (fields.private.length === 0)
    throw badField('private', 'name the right-hand sides that are private, with * for any text.')
  if (fields.sensitivity === undefined)
    throw badField('sensitivity', 'say how far one person can move all private right-hand sides together.')
  return {
    path,
    tables: [],
    dataset: basename(path),
    title: `A decision from ${basename(path)}`,
    read: () => readModelFile(path),
    private: fields.private,
    sensitivity: parseRational(fields.sensitivity, 'sensitivity'),
    floors: fields.floor.map((text) => named(text, 'floor')),
    loosest: fields.loosest.map((text) => named(text, 'loosest')),
    unit: fields.unit === undefined ? undefined : parseRational(fields.unit, 'unit'),
    ...sharedBudget(budgetOf(fields, ''), fields.releases && sharesOf(fields.releases, 'releases'), undefined),
    ledgerPath: fields.ledger ?? ledgerBeside(path),
    sweep,
    output: { format: 'csv', spreadsheetSafe: true },
    request: JSON.stringify(fields),
  }
}

/** `release` names the one to make, where the spec shares its budget by name; 'all' leaves that open, for a plan. */
function taskOfSpec(
  file: SpecFile,
  release: string | { readonly all: true } | undefined,
  sweep: DecideTask['sweep'],
): DecideTask {
  const { decide, privacy, title } = file.spec
  if (decide === undefined) throw badField('decide', 'it is missing. Name a model and its private right-hand sides.')
  if (privacy?.accountant !== undefined)
    throw badField('privacy.accountant', 'it is for workloads (`measure`, `topdown`). Leave it out.')
  const { path, tables, dataset, read } = modelOfSpec(file)
  const entries = (record: Readonly<Record<string, string | number>>, field: string): (readonly [string, Rational])[] =>
    Object.entries(record).map(([name, value]) => [name, parseRational(value, `decide.${field}.${name}`)])
  const text = (value: string | number | undefined): { value?: string } =>
    value === undefined ? {} : { value: String(value) }
  return {
    path,
    tables,
    dataset,
    title: title ?? 'A decision',
    read,
    private: decide.private,
    sensitivity:
      decide.sensitivity === undefined
        ? declaredQueries(decide, privacy?.unit ?? 'add-remove-person', privacy?.person)
        : parseRational(decide.sensitivity, 'decide.sensitivity'),
    floors: entries(decide.floor, 'floor'),
    loosest: entries(decide.loosest, 'loosest'),
    unit: decide.unit === undefined ? undefined : parseRational(decide.unit, 'decide.unit'),
    ...sharedBudget(
      budgetOf(
        {
          mechanism: decide.mechanism,
          ...(privacy?.epsilon === undefined ? {} : { epsilon: text(privacy.epsilon).value as string }),
          ...(privacy?.delta === undefined ? {} : { delta: text(privacy.delta).value as string }),
        },
        'privacy.',
      ),
      decide.releases && sharesOf(decide.releases, 'decide.releases'),
      release,
    ),
    ledgerPath: privacy?.ledger === undefined ? ledgerBeside(path) : besideSpec(file, privacy.ledger),
    sweep,
    output: { format: file.spec.output.format, spreadsheetSafe: file.spec.output.spreadsheetSafe },
    request: publicRequest(file),
  }
}

type Budget = Pick<DecideTask, 'mechanism' | 'epsilon' | 'delta'>

function sharedBudget(
  whole: Budget,
  shares: readonly ReleaseShare[] | '' | 0 | undefined,
  release: string | { readonly all: true } | undefined,
): Budget & Pick<DecideTask, 'shared'> {
  if (!shares) {
    if (typeof release === 'string') throw badField('release', 'the spec has no `releases` to choose from.')
    return { ...whole, shared: null }
  }
  const open = typeof release === 'object'
  const { mechanism, epsilon, delta } = whole
  const chosen = open ? null : chooseShare(shares, release)
  const shared = { epsilon, delta, shares, chosen }
  return { mechanism, ...spentBy(shared, chosen ?? shares[0]), shared }
}

/** `0` for all, or `NAME=0`. */
function named(text: string, field: string): readonly [string, Rational] {
  const at = text.lastIndexOf('=')
  return at < 0 ? ['*', parseRational(text, field)] : [text.slice(0, at), parseRational(text.slice(at + 1), field)]
}

/** `within`: where epsilon and delta stand. */
function budgetOf(
  { mechanism, epsilon, delta }: Pick<DecideFields, 'mechanism' | 'epsilon' | 'delta'>,
  within: string,
): Budget {
  if (!(DECIDE_MECHANISMS as readonly string[]).includes(mechanism))
    throw badField('mechanism', `there is no "${clipped(mechanism)}". There are: ${DECIDE_MECHANISMS.join(', ')}.`)
  if (mechanism !== 'pure' && (epsilon === undefined || delta === undefined)) {
    const missing = epsilon === undefined ? 'epsilon' : 'delta'
    throw badField(
      `${within}${missing}`,
      'it is missing: the budget is epsilon and delta. Without a budget the mechanism `pure` publishes what the public floors allow.',
    )
  }
  return {
    mechanism: mechanism as Mechanism,
    epsilon: parseRational(epsilon ?? '1', `${within}epsilon`),
    delta: parseRational(delta ?? '1/1000000', `${within}delta`),
  }
}

/** The program with its private right-hand sides locked up. */
export async function privateProgram(job: DecideTask): Promise<PrivateProgram> {
  const { sensitivity, floors, loosest, unit } = job
  const everywhere = floors.length === 1 && floors[0][0] === '*' ? floors[0][1] : floors
  return declarePrivate(await job.read(), {
    private: job.private,
    sensitivity,
    floor: floors.length === 0 ? undefined : everywhere,
    loosest,
    unit,
  })
}
