/** What a private decision asks for: the same from flags and from a spec. */
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import {
  declarePrivate,
  type Mechanism,
  type PrivateProgram,
  type Program,
  ProgramBuilder,
  readLp,
  readMps,
} from '../../decisions/index.ts'
import { parseRational, type Rational } from '../../exact/index.ts'
import { badInput } from '../../request-error.ts'
import { LEDGER_NAME } from '../measure/prepare.ts'
import { besideSpec } from '../spec/compile-spec.ts'
import type { SpecFile } from '../spec/read-spec.ts'
import type { Spec } from '../spec/spec-schema.ts'

export const DECIDE_MECHANISMS: readonly Mechanism[] = ['truncated', 'published', 'pure', 'laplace']

export interface DecideJob {
  /** The file with the model: as confidential as its private right-hand sides. */
  readonly path: string
  readonly title: string
  readonly read: () => Promise<Program>
  readonly private: readonly string[]
  readonly sensitivity: Rational
  /** One floor for all, or by name or pattern. */
  readonly floors: readonly (readonly [string, Rational])[]
  readonly loosest: readonly (readonly [string, Rational])[]
  readonly unit: Rational | undefined
  readonly mechanism: Mechanism
  readonly epsilon: Rational
  readonly delta: Rational
  readonly ledgerPath: string
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
}

export function decideFromFlags(path: string, flags: DecideFlags): DecideJob {
  if (flags.private.length === 0)
    throw badInput('Say which right-hand sides are private: --private NAME, with * for any text.')
  if (flags.sensitivity === undefined) {
    throw badInput('Give --sensitivity: how far one person can move all private right-hand sides together.')
  }
  return {
    path,
    title: `A decision from ${basename(path)}`,
    read: () => readModel(path),
    private: flags.private,
    sensitivity: parseRational(flags.sensitivity, '--sensitivity'),
    floors: flags.floor.map((text) => named(text, '--floor')),
    loosest: flags.loosest.map((text) => named(text, '--loosest')),
    unit: flags.unit === undefined ? undefined : parseRational(flags.unit, '--unit'),
    ...budgetOf(flags),
    ledgerPath: flags.ledger ?? join(dirname(path), LEDGER_NAME),
    request: JSON.stringify(flags),
  }
}

export function decideFromSpec(file: SpecFile): DecideJob {
  const { decide, privacy, title } = file.spec
  if (decide === undefined)
    throw badInput(`${file.path} has no \`decide\`. Name a model and its private right-hand sides.`)
  const { model, program } = decide
  if ((model === undefined) === (program === undefined))
    throw badInput(`${file.path}: decide: give either a \`model\` file or a \`program\`.`)
  const path = model === undefined ? file.path : besideSpec(file, model)
  const entries = (record: Readonly<Record<string, string | number>>, field: string): (readonly [string, Rational])[] =>
    Object.entries(record).map(([name, value]) => [name, parseRational(value, `decide.${field}.${name}`)])
  const text = (value: string | number | undefined): { value?: string } =>
    value === undefined ? {} : { value: String(value) }
  return {
    path,
    title: title ?? 'A decision',
    read: async () => (program === undefined ? readModel(path) : programOf(program)),
    private: decide.private,
    sensitivity: parseRational(decide.sensitivity, 'decide.sensitivity'),
    floors: entries(decide.floor, 'floor'),
    loosest: entries(decide.loosest, 'loosest'),
    unit: decide.unit === undefined ? undefined : parseRational(decide.unit, 'decide.unit'),
    ...budgetOf({
      mechanism: decide.mechanism,
      ...(privacy?.epsilon === undefined ? {} : { epsilon: text(privacy.epsilon).value as string }),
      ...(privacy?.delta === undefined ? {} : { delta: text(privacy.delta).value as string }),
    }),
    ledgerPath: privacy?.ledger === undefined ? join(dirname(path), LEDGER_NAME) : besideSpec(file, privacy.ledger),
    request: file.text,
  }
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

async function readModel(path: string): Promise<Program> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw badInput(`${path}: there is no such file. A model is an .lp or .mps file, or a spec.`)
  })
  if (/\.mps$/i.test(path)) return readMps(text)
  if (/\.lp$/i.test(path)) return readLp(text)
  throw badInput(`${path}: the ending of the name tells the format. Use .lp (CPLEX LP), .mps, or a spec (.yaml).`)
}

type ProgramText = NonNullable<NonNullable<Spec['decide']>['program']>

/** A program written in the spec: every number exact. */
function programOf({ sense, variables, quadratic, constraints }: ProgramText): Program {
  const builder = new ProgramBuilder(sense)
  const exact = (value: string | number | null | undefined, where: string): Rational | null =>
    value === null || value === undefined ? null : parseRational(value, where)
  for (const [name, { lower, upper, cost, integer }] of Object.entries(variables)) {
    const at = `decide.program.variables.${name}`
    builder.addVariable(
      name,
      exact(lower, `${at}.lower`),
      exact(upper, `${at}.upper`),
      parseRational(cost, `${at}.cost`),
      integer,
    )
  }
  const index = (name: string, where: string): number => {
    const found = builder.indexOf(name)
    if (found === undefined)
      throw badInput(`${where}: there is no variable "${name}". There are: ${Object.keys(variables).join(', ')}.`)
    return found
  }
  quadratic.forEach(({ first, second, coefficient }, i) => {
    const at = `decide.program.quadratic[${i}]`
    builder.addQuadratic(index(first, at), index(second, at), parseRational(coefficient, at))
  })
  for (const [name, { terms, lower, upper }] of Object.entries(constraints)) {
    const at = `decide.program.constraints.${name}`
    const entries = Object.entries(terms).map(
      ([variable, value]) => [index(variable, at), parseRational(value, `${at}.${variable}`)] as const,
    )
    builder.addRow(name, exact(lower, `${at}.lower`), exact(upper, `${at}.upper`), entries)
  }
  return builder.build()
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
