/** What a private decision asks for. */
import { besideSpec, type OutputFormat } from '../../data/index.ts'
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
import { badField } from '../../request-error.ts'
import type { About, SpecFile } from '../../spec/index.ts'
import { specFileOf } from '../spec-job.ts'
import type { DecideJob } from './job.ts'
import { declaredQueries } from './model-files/declared-queries.ts'
import { type ModelTable, modelOfSpec } from './model-files/read-model.ts'
import { publicRequest } from './public-request.ts'

/** The job in the words of the mathematics. */
export interface DecideTask {
  /** The file with the model: as confidential as its private right-hand sides. */
  readonly path: string
  /** Further files that the model is made of. */
  readonly tables: readonly ModelTable[]
  /** What the ledger calls the data: the file of records where there is one, else the file of the model. */
  readonly dataset: string
  readonly title: string
  readonly about: About | undefined
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

export function decideTask({ spec, release, sweep }: DecideJob): DecideTask {
  return taskOfSpec(specFileOf(spec), release, sweep)
}

/** For a plan: which of several releases of a spec it is may be left open. */
export function openDecideTask(job: DecideJob): DecideTask {
  return job.release === undefined ? taskOfSpec(specFileOf(job.spec), { all: true }, undefined) : decideTask(job)
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
  return {
    path,
    tables,
    dataset,
    title: title ?? 'A decision',
    about: file.spec.about,
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
      budgetOf(decide.mechanism, privacy),
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

function budgetOf(mechanism: Mechanism, privacy: SpecFile['spec']['privacy']): Budget {
  const { epsilon, delta } = privacy ?? {}
  if (mechanism !== 'pure' && (epsilon === undefined || delta === undefined)) {
    const missing = epsilon === undefined ? 'epsilon' : 'delta'
    throw badField(
      `privacy.${missing}`,
      'it is missing: the budget is epsilon and delta. Without a budget the mechanism `pure` publishes what the public floors allow.',
    )
  }
  return {
    mechanism,
    epsilon: parseRational(String(epsilon ?? 1), 'privacy.epsilon'),
    delta: parseRational(String(delta ?? '1/1000000'), 'privacy.delta'),
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
