/** What a release of group sizes asks for. */
import { parse } from 'yaml'
import { besideSpec, checkCountName, compileReading, type OutputFormat, type ParentList } from '../../data/index.ts'
import type { Rational } from '../../exact/index.ts'
import { defaultMechanism, type MechanismName, type PublicNumbers } from '../../groups/index.ts'
import { ledgerBeside } from '../../ledger/index.ts'
import { groupsBudget } from '../../measure/index.ts'
import { type Budget, type PrivacyEvent, pure, zcdp } from '../../privacy/index.ts'
import { badField, clipped } from '../../request-error.ts'
import { type About, parseSpec, type Reading, type SpecFile, type SpecGroups, specOfRequest } from '../../spec/index.ts'
import { specFileOf } from '../spec-job.ts'
import type { GroupsJob } from './job.ts'

export type Rounding = 'counts' | 'cumulative'

/** The job in the words of the mathematics. */
export interface GroupsTask {
  readonly path: string
  readonly read: Reading | undefined
  readonly title: string
  readonly about: About | undefined
  readonly levels: readonly string[]
  /** A table of regions and parents; `levels` is then the one column with the leaf. */
  readonly tree: ParentList | undefined
  readonly size: string | undefined
  readonly unit: string | undefined
  readonly count: string | undefined
  readonly largest: number | undefined
  /** Leave out lines without a size. */
  readonly dropMissing: boolean
  readonly mechanism: MechanismName
  /** What `cumulative` makes whole: cumulative counts (least earth mover's distance) or counts (least L1 at the top). */
  readonly rounding: Rounding
  /** `cumulative`: draw leaves towards the shape of their parent as far as the measurements show that it helps. */
  readonly shrink: boolean
  readonly budget: Budget
  /** At which delta a rho is shown. */
  readonly delta: Rational | undefined
  /** By level name, adding up to 1; or parts in proportion, one per level from the top. Equal without either. */
  readonly shares: Readonly<Record<string, string | number>> | readonly string[] | undefined
  /** How much the error of each level matters, by level name, for fitting shares; all alike without it. */
  readonly weights?: Readonly<Record<string, number>>
  readonly publicGroups: PublicNumbers
  /** The most that one person adds to a group's size. */
  readonly largestQuantity: number
  /** The chain as the paper calibrates it, which is NOT PRIVATE. */
  readonly asPublished: boolean
  readonly ledgerPath: string
  /** Of the output, where the spec says. */
  readonly format?: OutputFormat
  readonly spreadsheetSafe?: boolean
  /** What was asked, as text. */
  readonly request: string
}

export function groupsTask(job: GroupsJob): GroupsTask {
  const file = specFileOf(job.spec)
  refuseIdleParts(file.spec)
  return taskOfSpec(file)
}

/** What a manifest says was asked, as a task: no data are read, and none are needed to solve again. */
export function taskOfRequest(text: string): GroupsTask {
  const read = JSON.stringify(specOfRequest(parse(text), 'groups.csv'))
  return taskOfSpec({ path: 'spec.yaml', text: read, spec: parseSpec(read, 'the spec in the manifest') })
}

function taskOfSpec(file: SpecFile): GroupsTask {
  const { groups, privacy, source, title } = file.spec
  if (groups === undefined) throw badField('groups', 'it is missing. Say how: groups: { levels: [...], size: COLUMN }.')
  const budget = groupsBudget(textsOf(privacy), 'privacy.')
  checkPrivacy(privacy ?? {})
  if (source.file === undefined) throw badField('source.file', 'group sizes are read from a file. Name it here.')
  const { parents, levels } = groups
  if (parents !== undefined && levels.length !== 1)
    throw badField('groups.levels', 'with `parents` this is the one column that holds the leaf region.')
  checkLines({ ...groups, count: source.count })
  checkCountName(source)
  const mechanism = groups.mechanism ?? defaultMechanism(groups.publicGroups)
  const path = besideSpec(file, source.file)
  const ledger = privacy?.ledger
  return {
    path,
    read: compileReading(file.spec),
    title: title ?? `Groups by size, ${levels.join(', ')}`,
    about: file.spec.about,
    levels,
    tree: parents && { path: besideSpec(file, parents.file), column: parents.column, parent: parents.parent },
    size: groups.size,
    unit: groups.unit,
    count: source.count,
    largest: groups.largest,
    dropMissing: groups.missing === 'drop',
    mechanism,
    rounding: roundingOf(mechanism, groups),
    shrink: groups.shrink,
    ...budget,
    shares: sharesOf(groups, privacy?.levels),
    ...(groups.weights && { weights: groups.weights }),
    publicGroups: groups.publicGroups,
    largestQuantity: groups.largestQuantity,
    asPublished: groups.asPublished,
    ledgerPath: ledger === undefined ? ledgerBeside(path) : besideSpec(file, ledger),
    format: file.spec.output.format,
    spreadsheetSafe: file.spec.output.spreadsheetSafe,
    request: file.text,
  }
}

/** Parts of a spec that groups do not read: nobody must believe that they were obeyed. */
function refuseIdleParts(spec: SpecFile['spec']): void {
  const { public: facts, impossible, workload, topdown, output } = spec
  const idle: readonly (readonly [field: string, isThere: boolean, why: string])[] = [
    ['public', facts.length > 0, 'public counts of groups are said with `publicGroups`'],
    ['impossible', impossible.length > 0, 'every size up to the largest is possible'],
    ['workload', workload.length > 0, 'every number of groups by size is measured'],
    ['topdown', topdown !== undefined, 'it is for counts by attributes'],
    ['output.microdata', output.microdata, 'groups are published as counts'],
    ['output.replicates', output.replicates > 0, 'groups have no simulations to publish'],
  ]
  const found = idle.find(([, isThere]) => isThere)
  if (found !== undefined)
    throw badField(
      found[0],
      `a release of group sizes does not read it: ${found[2]}. Leave it out, or keep the groups in a spec of their own.`,
    )
}

type Privacy = Partial<NonNullable<SpecFile['spec']['privacy']>>

function textsOf({ epsilon, rho, delta }: Privacy = {}) {
  const text = (value: string | number | undefined): string | undefined =>
    value === undefined ? undefined : String(value)
  return { epsilon: text(epsilon), rho: text(rho), delta: text(delta) }
}

/** What workloads may ask of the budget, and groups do not know. */
function checkPrivacy({ accountant, person, unit }: Privacy): void {
  if (accountant !== undefined)
    throw badField('privacy.accountant', 'it is for workloads (`measure`, `topdown`). Leave it out.')
  if (person !== undefined && (person.column !== undefined || person.atMost !== 1))
    throw badField(
      'privacy.person',
      "groups count every line as another person, and bound nobody's lines. Make a file with one line per person and write `person: { atMost: 1 }`, or leave it out.",
    )
  if (unit === 'change-person')
    throw badField(
      'privacy.unit',
      'groups protect one person who joins or leaves an existing group or, with publicGroups: none, a whole group. Leave it out.',
    )
}

function sharesOf({ shares }: SpecGroups, levels: Privacy['levels']): GroupsTask['shares'] {
  if (shares === undefined) return levels
  if (levels !== undefined)
    throw badField('groups.shares', 'the levels have shares in `privacy.levels` too. Give one of them.')
  return shares.map(String)
}

/** A person is one: person lines have no count. */
function checkLines({
  unit,
  count,
}: {
  readonly unit?: string | undefined
  readonly count?: string | undefined
}): void {
  if (unit === undefined || count === undefined) return
  throw badField(
    'count',
    `lines of persons (unit "${clipped(unit)}") are not counted ones (count "${clipped(count)}"). Give one of the two.`,
  )
}

function roundingOf(
  mechanism: MechanismName,
  { rounding, publicGroups }: { readonly rounding?: Rounding | undefined; readonly publicGroups: string },
): Rounding {
  if (rounding !== undefined && mechanism !== 'cumulative')
    throw badField('rounding', `it is a choice of the mechanism cumulative; ${mechanism} has its own. Leave it out.`)
  if (rounding === 'counts' && publicGroups === 'regions')
    throw badField(
      'rounding',
      'with public numbers of groups in every region, cumulative counts are made whole. Leave it out.',
    )
  return rounding ?? 'cumulative'
}

/** The whole budget as a cost. */
export function budgetEvent(budget: Budget): PrivacyEvent {
  return budget.kind === 'pure' ? pure(budget.epsilon) : zcdp(budget.rho)
}
