/** What a release of group sizes asks for: the same from flags and from a spec. */
import { z } from 'zod'
import { besideSpec, compileReading, type OutputFormat, type ParentList } from '../../data/index.ts'
import type { Rational } from '../../exact/index.ts'
import { defaultMechanism, MECHANISMS, type MechanismName, type PublicNumbers } from '../../groups/index.ts'
import { ledgerBeside } from '../../ledger/index.ts'
import { groupsBudget } from '../../measure/index.ts'
import { type Budget, type PrivacyEvent, pure, zcdp } from '../../privacy/index.ts'
import { badField, clipped } from '../../request-error.ts'
import { parseSpec, type Reading, reading, type SpecFile } from '../../spec/index.ts'
import { specFileOf, specRef } from '../spec-job.ts'

export type Rounding = 'counts' | 'cumulative'

/** The job in the words of the mathematics. */
export interface GroupsTask {
  readonly path: string
  readonly read: Reading | undefined
  readonly title: string
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

const column = z.string().min(1)

/** Exact numbers are text: "1/2". */
const groupsFields = z.strictObject({
  levels: z.array(column).default([]),
  /** `FILE:region,parent` */
  parents: z.string().optional(),
  size: column.optional(),
  unit: column.optional(),
  count: column.optional(),
  maxSize: z.int().nonnegative().optional(),
  dropMissing: z.boolean().optional(),
  /** `cumulative` without it, or `topdown` where no number of groups is public. */
  mechanism: z.string().optional(),
  rounding: z.enum(['counts', 'cumulative']).optional(),
  shrink: z.boolean().optional(),
  epsilon: z.string().optional(),
  rho: z.string().optional(),
  delta: z.string().optional(),
  /** Parts of the budget in proportion, one per level from the top. */
  shares: z.array(z.string()).optional(),
  publicGroups: z.enum(['total', 'regions', 'none']).default('total'),
  largestQuantity: z.int().nonnegative().default(1),
  asPublished: z.boolean().optional(),
  ledger: z.string().optional(),
  /** How the file is read, as far as that is said. */
  read: reading.optional(),
})

/**
 * Group sizes are asked for by a spec, or by fields that name the file of the data. `fit`: a plan also finds the shares of the
 * levels that fit their weights.
 */
export const groupsJob = z.union([
  z.strictObject({ spec: specRef, fit: z.boolean().optional() }),
  groupsFields.extend({ data: z.string().min(1) }),
])

export type GroupsJob = z.output<typeof groupsJob>
type GroupsFields = z.output<typeof groupsFields>

export function groupsTask(job: GroupsJob): GroupsTask {
  if ('spec' in job) return taskOfSpec(specFileOf(job.spec))
  const { data, ...fields } = job
  return taskOfFields(data, fields)
}

/** What a manifest says was asked, as a task: no data are named, and none are needed to solve again. */
export function taskOfRequest(text: string): GroupsTask {
  return text.trimStart().startsWith('{"levels"')
    ? taskOfFields('groups.csv', groupsFields.parse(JSON.parse(text)))
    : taskOfSpec({ path: 'spec.yaml', text, spec: parseSpec(text, 'the spec in the manifest') })
}

function taskOfFields(path: string, fields: GroupsFields): GroupsTask {
  const { levels, size, unit, count } = fields
  if (levels.length === 0) throw badField('levels', 'name the columns of the regions, from the top down.')
  if (size === undefined && unit === undefined)
    throw badField(
      'size',
      'say how groups are written: the column with the size of a group here, or with `unit` the column that tells the groups of person lines apart.',
    )
  const mechanism = checkMechanism(fields.mechanism ?? defaultMechanism(fields.publicGroups))
  checkLines(fields)
  return {
    path,
    read: fields.read,
    title: `Groups by size, ${levels.join(', ')}`,
    levels,
    tree: fields.parents === undefined ? undefined : parseParents(fields.parents, levels),
    size,
    unit,
    count,
    largest: fields.maxSize,
    dropMissing: fields.dropMissing === true,
    mechanism,
    rounding: roundingOf(mechanism, fields),
    shrink: fields.shrink === true,
    ...groupsBudget(fields, ''),
    shares: fields.shares,
    publicGroups: fields.publicGroups,
    largestQuantity: fields.largestQuantity,
    asPublished: fields.asPublished === true,
    ledgerPath: fields.ledger ?? ledgerBeside(path),
    request: JSON.stringify({ ...fields, mechanism }),
  }
}

function taskOfSpec(file: SpecFile): GroupsTask {
  const { groups, privacy, source, title } = file.spec
  if (groups === undefined) throw badField('groups', 'it is missing. Say how: groups: { levels: [...], size: COLUMN }.')
  if (privacy === undefined)
    throw badField('privacy', 'it is missing. Say how much may be spent, as in `privacy: { epsilon: 1 }`.')
  if (privacy.accountant !== undefined)
    throw badField('privacy.accountant', 'it is for workloads (`measure`, `topdown`). Leave it out.')
  if (privacy.person !== undefined && (privacy.person.column !== undefined || privacy.person.atMost !== 1))
    throw badField(
      'privacy.person',
      "groups count every line as another person, and bound nobody's lines. Make a file with one line per person and write `person: { atMost: 1 }`, or leave it out.",
    )
  if (source.file === undefined) throw badField('source.file', 'group sizes are read from a file. Name it here.')
  if (privacy.unit === 'change-person')
    throw badField(
      'privacy.unit',
      'groups protect one person who joins or leaves an existing group or, with publicGroups: none, a whole group. Leave it out.',
    )
  checkLines({ ...groups, count: source.count })
  const mechanism = checkMechanism(groups.mechanism ?? defaultMechanism(groups.publicGroups))
  const path = besideSpec(file, source.file)
  const { epsilon, rho, delta, ledger } = privacy
  const text = (value: string | number | undefined): string | undefined =>
    value === undefined ? undefined : String(value)
  return {
    path,
    read: compileReading(file.spec),
    title: title ?? 'Groups by size',
    levels: groups.levels,
    tree: groups.parents && {
      path: besideSpec(file, groups.parents.file),
      column: groups.parents.column,
      parent: groups.parents.parent,
    },
    size: groups.size,
    unit: groups.unit,
    count: source.count,
    largest: groups.largest,
    dropMissing: groups.missing === 'drop',
    mechanism,
    rounding: roundingOf(mechanism, groups),
    shrink: groups.shrink,
    ...groupsBudget({ epsilon: text(epsilon), rho: text(rho), delta: text(delta) }, 'privacy.'),
    shares: privacy.levels,
    ...(groups.weights && { weights: groups.weights }),
    publicGroups: groups.publicGroups,
    largestQuantity: groups.largestQuantity,
    asPublished: false,
    ledgerPath: ledger === undefined ? ledgerBeside(path) : besideSpec(file, ledger),
    format: file.spec.output.format,
    spreadsheetSafe: file.spec.output.spreadsheetSafe,
    request: file.text,
  }
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

/** `tree.csv:region,parent` */
function parseParents(text: string, levels: readonly string[]): ParentList {
  const match = /^(.+):([^,:]+),([^,:]+)$/.exec(text)
  if (match === null)
    throw badField('parents', `"${clipped(text)}": write FILE:region,parent, with the names of its two columns.`)
  if (levels.length !== 1) throw badField('levels', 'with `parents` this is the one column that holds the leaf region.')
  return { path: match[1], column: match[2], parent: match[3] }
}

/** The whole budget as a cost. */
export function budgetEvent(budget: Budget): PrivacyEvent {
  return budget.kind === 'pure' ? pure(budget.epsilon) : zcdp(budget.rho)
}

function checkMechanism(name: string): MechanismName {
  if ((MECHANISMS as readonly string[]).includes(name)) return name as MechanismName
  throw badField('mechanism', `there is no "${clipped(name)}". There are: ${MECHANISMS.join(', ')}.`)
}
