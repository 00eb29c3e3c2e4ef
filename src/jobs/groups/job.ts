/** What a release of group sizes asks for: the same from flags and from a spec. */
import { dirname, join } from 'node:path'
import { besideSpec, type OutputFormat, type ParentList } from '../../data/index.ts'
import { parseRational, type Rational } from '../../exact/index.ts'
import { MECHANISMS, type MechanismName } from '../../groups/index.ts'
import { LEDGER_NAME } from '../../ledger/index.ts'
import { type Budget, type PrivacyEvent, pure, zcdp } from '../../privacy/index.ts'
import { badInput } from '../../request-error.ts'
import type { SpecFile } from '../../spec/index.ts'

export type Rounding = 'counts' | 'cumulative'

export interface GroupsJob {
  readonly path: string
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
  /** What `cumulative` makes whole: counts (least L1 at the top) or cumulative counts (least earth mover's distance). */
  readonly rounding: Rounding
  readonly budget: Budget
  /** At which delta a rho is shown. */
  readonly delta: Rational | undefined
  /** By level name; equal without it. */
  readonly shares: Readonly<Record<string, string | number>> | undefined
  readonly publicGroups: 'total' | 'regions'
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

export interface GroupsFlags {
  readonly levels: readonly string[]
  /** `FILE:region,parent` */
  readonly parents?: string
  readonly size?: string
  readonly unit?: string
  readonly count?: string
  readonly maxSize?: number
  readonly dropMissing?: boolean
  readonly mechanism: string
  readonly rounding?: Rounding
  readonly epsilon?: string
  readonly rho?: string
  readonly delta?: string
  readonly publicGroups: 'total' | 'regions'
  readonly largestQuantity: number
  readonly asPublished?: boolean
  readonly ledger?: string
}

export function jobFromFlags(path: string, flags: GroupsFlags): GroupsJob {
  const { levels, size, unit, count } = flags
  if (levels.length === 0) throw badInput('Group sizes need --levels, the columns of the regions from the top down.')
  if (size === undefined && unit === undefined) {
    throw badInput(
      'Say how groups are written: --size for the column with the size of a group, or --unit for person lines.',
    )
  }
  const mechanism = checkMechanism(flags.mechanism)
  checkLines(flags)
  return {
    path,
    title: `Groups by size, ${levels.join(', ')}`,
    levels,
    tree: flags.parents === undefined ? undefined : parseParents(flags.parents, levels),
    size,
    unit,
    count,
    largest: flags.maxSize,
    dropMissing: flags.dropMissing === true,
    mechanism,
    rounding: roundingOf(mechanism, flags),
    ...budgetOf(flags),
    shares: undefined,
    publicGroups: flags.publicGroups,
    largestQuantity: flags.largestQuantity,
    asPublished: flags.asPublished === true,
    ledgerPath: flags.ledger ?? join(dirname(path), LEDGER_NAME),
    request: JSON.stringify(flags),
  }
}

export function jobFromSpec(file: SpecFile): GroupsJob {
  const { groups, privacy, source, title } = file.spec
  if (groups === undefined)
    throw badInput(`${file.path} has no \`groups\`. Say how: groups: { levels: [...], size: COLUMN }.`)
  if (privacy === undefined)
    throw badInput(`${file.path} has no \`privacy\`. Say how much may be spent, as in \`privacy: { epsilon: 1 }\`.`)
  if (source.file === undefined)
    throw badInput(`${file.path}: group sizes are read from a file. Name it under source.file.`)
  if (privacy.unit === 'change-person')
    throw badInput(
      `${file.path}: privacy.unit: groups protect one person who joins or leaves an existing group. Leave it out.`,
    )
  checkLines({ ...groups, count: source.count })
  const mechanism = checkMechanism(groups.mechanism)
  const path = besideSpec(file, source.file)
  const { epsilon, rho, delta, ledger } = privacy
  const text = (value: string | number | undefined): string | undefined =>
    value === undefined ? undefined : String(value)
  return {
    path,
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
    ...budgetOf({ epsilon: text(epsilon), rho: text(rho), delta: text(delta) }),
    shares: privacy.levels,
    publicGroups: groups.publicGroups,
    largestQuantity: groups.largestQuantity,
    asPublished: false,
    ledgerPath: ledger === undefined ? join(dirname(path), LEDGER_NAME) : besideSpec(file, ledger),
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
  throw badInput(`Lines of persons (unit "${unit}") are not counted ones (count "${count}"). Give one of the two.`)
}

function roundingOf(
  mechanism: MechanismName,
  { rounding, publicGroups }: { readonly rounding?: Rounding | undefined; readonly publicGroups: string },
): Rounding {
  if (rounding !== undefined && mechanism !== 'cumulative')
    throw badInput(`Rounding is a choice of the mechanism cumulative; ${mechanism} has its own. Leave it out.`)
  if (rounding === 'counts' && publicGroups === 'regions')
    throw badInput(
      'With public numbers of groups in every region, cumulative counts are made whole. Leave rounding out.',
    )
  return rounding ?? (publicGroups === 'regions' ? 'cumulative' : 'counts')
}

/** `tree.csv:region,parent` */
function parseParents(text: string, levels: readonly string[]): ParentList {
  const match = /^(.+):([^,:]+),([^,:]+)$/.exec(text)
  if (match === null)
    throw badInput(`--parents "${text}": write FILE:region,parent, with the names of its two columns.`)
  if (levels.length !== 1) throw badInput('With --parents, --levels is the one column that holds the leaf region.')
  return { path: match[1], column: match[2], parent: match[3] }
}

interface BudgetTexts {
  readonly epsilon?: string | undefined
  readonly rho?: string | undefined
  readonly delta?: string | undefined
}

function budgetOf({ epsilon, rho, delta }: BudgetTexts): Pick<GroupsJob, 'budget' | 'delta'> {
  if ((epsilon === undefined) === (rho === undefined)) throw badInput('Give the budget by either --epsilon or --rho.')
  const total = parseRational(epsilon ?? rho ?? '', epsilon === undefined ? '--rho' : '--epsilon')
  if (total.num <= 0n) throw badInput('The budget must be above 0. Write a number such as 1 or 1/2.')
  if (rho === undefined) return { budget: { kind: 'pure', epsilon: total }, delta: undefined }
  if (delta === undefined) throw badInput('With --rho, say at which --delta it is to be shown, as in --delta 1e-10.')
  const at = parseRational(delta, '--delta')
  if (!(at.num > 0n && at.num < at.den)) throw badInput('--delta: delta lies between 0 and 1, as in 1e-10.')
  return { budget: { kind: 'zcdp', rho: total }, delta: at }
}

/** The whole budget as a cost. */
export function budgetEvent(budget: Budget): PrivacyEvent {
  return budget.kind === 'pure' ? pure(budget.epsilon) : zcdp(budget.rho)
}

function checkMechanism(name: string): MechanismName {
  if ((MECHANISMS as readonly string[]).includes(name)) return name as MechanismName
  throw badInput(`There is no mechanism "${name}". There are: ${MECHANISMS.join(', ')}.`)
}
