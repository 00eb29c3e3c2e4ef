/** What a private decision asks for: the same from flags and from a spec. */
import { basename, dirname, join } from 'node:path'
import { besideSpec, declaredQueries, type ModelTable, modelOfSpec, readModelFile } from '../../data/index.ts'
import {
  type DeclaredQueries,
  declarePrivate,
  type Mechanism,
  type PrivateProgram,
  type Program,
} from '../../decisions/index.ts'
import { chooseShare, type ReleaseShare, type SharedBudget, sharesOf, spentBy } from '../../decisions/shared-budget.ts'
import { parseRational, type Rational } from '../../exact/index.ts'
import { LEDGER_NAME } from '../../ledger/index.ts'
import { badInput } from '../../request-error.ts'
import type { SpecFile } from '../../spec/index.ts'
import { publicRequest } from './public-request.ts'

export const DECIDE_MECHANISMS: readonly Mechanism[] = ['truncated', 'published', 'pure', 'laplace']

export interface DecideJob {
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
  /** What was asked, without any private right-hand side: it is published. */
  readonly request: string
}

export interface DecideFlags {
  readonly private: readonly string[]
  readonly sensitivity?: string
  readonly floor: readonly string[]
  readonly loosest: readonly string[]
  readonly unit?: string
  readonly mechanism: string
  readonly epsilon?: string
  readonly delta?: string
  readonly ledger?: string
  /** A number of releases that share the budget. */
  readonly releases?: string
}

export function decideFromFlags(path: string, flags: DecideFlags): DecideJob {
  if (flags.private.length === 0)
    throw badInput('Say which right-hand sides are private: --private NAME, with * for any text.')
  if (flags.sensitivity === undefined) {
    throw badInput('Give --sensitivity: how far one person can move all private right-hand sides together.')
  }
  return {
    path,
    tables: [],
    dataset: basename(path),
    title: `A decision from ${basename(path)}`,
    read: () => readModelFile(path),
    private: flags.private,
    sensitivity: parseRational(flags.sensitivity, '--sensitivity'),
    floors: flags.floor.map((text) => named(text, '--floor')),
    loosest: flags.loosest.map((text) => named(text, '--loosest')),
    unit: flags.unit === undefined ? undefined : parseRational(flags.unit, '--unit'),
    ...sharedBudget(budgetOf(flags), flags.releases && sharesOf(flags.releases, '--releases'), undefined),
    ledgerPath: flags.ledger ?? join(dirname(path), LEDGER_NAME),
    request: JSON.stringify(flags),
  }
}

/** `release` names the one to make, where the spec shares its budget by name; 'all' leaves that open, for a plan. */
export function decideFromSpec(file: SpecFile, release?: string | { readonly all: true }): DecideJob {
  const { decide, privacy, title } = file.spec
  if (decide === undefined)
    throw badInput(`${file.path} has no \`decide\`. Name a model and its private right-hand sides.`)
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
      budgetOf({
        mechanism: decide.mechanism,
        ...(privacy?.epsilon === undefined ? {} : { epsilon: text(privacy.epsilon).value as string }),
        ...(privacy?.delta === undefined ? {} : { delta: text(privacy.delta).value as string }),
      }),
      decide.releases && sharesOf(decide.releases, 'decide.releases'),
      release,
    ),
    ledgerPath: privacy?.ledger === undefined ? join(dirname(path), LEDGER_NAME) : besideSpec(file, privacy.ledger),
    request: publicRequest(file),
  }
}

type Budget = Pick<DecideJob, 'mechanism' | 'epsilon' | 'delta'>

function sharedBudget(
  whole: Budget,
  shares: readonly ReleaseShare[] | '' | 0 | undefined,
  release: string | { readonly all: true } | undefined,
): Budget & Pick<DecideJob, 'shared'> {
  if (!shares) {
    if (typeof release === 'string') throw badInput('--release: the spec has no `releases` to choose from.')
    return { ...whole, shared: null }
  }
  const open = typeof release === 'object'
  const { mechanism, epsilon, delta } = whole
  const chosen = open ? null : chooseShare(shares, release)
  const shared = { epsilon, delta, shares, chosen }
  return { mechanism, ...spentBy(shared, chosen ?? shares[0]), shared }
}

/** `0` for all, or `NAME=0`. */
function named(text: string, flag: string): readonly [string, Rational] {
  const at = text.lastIndexOf('=')
  return at < 0 ? ['*', parseRational(text, flag)] : [text.slice(0, at), parseRational(text.slice(at + 1), flag)]
}

function budgetOf({
  mechanism,
  epsilon,
  delta,
}: Pick<DecideFlags, 'mechanism' | 'epsilon' | 'delta'>): Pick<DecideJob, 'mechanism' | 'epsilon' | 'delta'> {
  if (!(DECIDE_MECHANISMS as readonly string[]).includes(mechanism)) {
    throw badInput(`There is no mechanism "${mechanism}". There are: ${DECIDE_MECHANISMS.join(', ')}.`)
  }
  if (mechanism !== 'pure' && (epsilon === undefined || delta === undefined)) {
    throw badInput(
      'Give --epsilon and --delta. Without a budget, --mechanism pure publishes what the public floors allow.',
    )
  }
  return {
    mechanism: mechanism as Mechanism,
    epsilon: parseRational(epsilon ?? '1', '--epsilon'),
    delta: parseRational(delta ?? '1/1000000', '--delta'),
  }
}

/** The program with its private right-hand sides locked up. */
export async function privateProgram(job: DecideJob): Promise<PrivateProgram> {
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
