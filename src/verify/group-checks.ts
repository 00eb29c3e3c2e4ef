/**
 * A release of group sizes, checked as a table over its tree of regions: every cell there once, children adding up to their
 * parents, every public number met. A relaxed mechanism may break conditions, in as many places as the manifest says.
 */
import { type Database, withDatabase } from '../data/index.ts'
import type { Manifest } from '../release/index.ts'
import { type Check, checkOf, guarded } from './check.ts'
import { outputsCheck } from './file-checks.ts'
import { GROUP_UNIT, groupPrivacyChecks } from './group-privacy-checks.ts'
import { type GroupRequest, groupRequest } from './group-request.ts'
import { type GroupStatement, groupStatement, keepsConditions } from './group-statement.ts'
import {
  type CellFaults,
  errorsByLevel,
  type GroupCells,
  groupsByLevel,
  inconsistentCells,
  invalidCells,
  publicNumbers,
  readGroupCells,
  topNumber,
  unmetNumbers,
} from './group-table.ts'
import { type LedgerEvidence, ledgerCheck } from './ledger-check.ts'
import { groupsPrivacy } from './stated-privacy.ts'
import { type Places, readTree, regionsCheck } from './topdown-places.ts'

export function groupChecks(folder: string, manifest: Manifest, ledger: LedgerEvidence): Promise<readonly Check[]> {
  return guarded('manifest', async () => {
    const request = groupRequest(manifest)
    const statement = groupStatement(manifest)
    const stated = groupsPrivacy(manifest)
    const { dataset } = request
    const { cost } = stated
    const charge = { dataset, unit: GROUP_UNIT, cost, drawn: manifest.checks.measurementsSha256 }
    return [
      outputsCheck(manifest, { tables: ['groups', 'regions', 'measurements'] }),
      ...groupPrivacyChecks(manifest, request, statement, stated),
      ...(await guarded('regions', () => tableChecks(folder, manifest, request, statement))),
      ledgerCheck(manifest, stated.ledger, ledger, [charge]),
    ]
  })
}

async function tableChecks(
  folder: string,
  manifest: Manifest,
  request: GroupRequest,
  statement: GroupStatement,
): Promise<readonly Check[]> {
  const exact = keepsConditions(statement, request.mechanism)
  return withDatabase({}, async (db) => {
    const levels = statement.levels.map(({ name, regions }) => ({ name, nodes: regions }))
    const places = await readTree(db, folder, manifest, levels)
    const table = await readGroupCells(db, folder, manifest, places, statement.sizes)
    const totals = await groupsByLevel(db, table, levels.length)
    return [
      checkOf('regions', levelFaults(request, statement), regionsCheck(places).detail),
      ...(await conditionChecks(db, table, request, statement, totals, exact)),
      await numberCheck(db, table, request, places),
      await figureCheck(db, table, statement),
    ]
  })
}

/** The levels are those asked for, below a top of its own where the first has several regions; so are the sizes. */
function levelFaults({ levels, largest }: GroupRequest, statement: GroupStatement): string[] {
  const stated = statement.levels.map(({ name }) => name)
  const wanted = levels === undefined || stated.length === levels.length ? levels : ['all', ...levels]
  return [
    ...(wanted === undefined || stated.join('\n') === wanted.join('\n')
      ? []
      : [`the levels are ${stated.join(', ')}, and ${wanted.join(', ')} were asked for`]),
    ...(largest === undefined || largest === statement.sizes
      ? []
      : [`the largest size is ${statement.sizes}, and ${largest} was asked for`]),
  ]
}

async function conditionChecks(
  db: Database,
  table: GroupCells,
  { publicGroups }: GroupRequest,
  { conditions, groups, levels }: GroupStatement,
  totals: readonly number[],
  exact: boolean,
): Promise<readonly Check[]> {
  const uneven = totals.filter((total) => total !== groups).length
  const whole = {
    found: await invalidCells(db, table),
    stated: conditions.invalidCells,
    holds: conditions.valid,
    broken: 'cells are not whole or negative',
    kept: 'all are whole and none is negative',
  }
  const met = {
    found: publicGroups === 'regions' ? await unmetNumbers(db, table) : uneven,
    stated: conditions.unfaithful,
    holds: conditions.faithful,
    broken: 'numbers of groups are not met',
    kept: `every level adds up to ${groups.toLocaleString('en')} groups`,
  }
  const sums = {
    found: await inconsistentCells(db, table, levels.length),
    stated: conditions.inconsistentCells,
    holds: conditions.consistent,
    broken: 'sums of children differ from what stands above them',
    kept: 'children add up to their parents',
  }
  return [
    conditionCheck('valid', whole, exact, cellFaults(table.faults)),
    conditionCheck('faithful', met, exact, totalFaults(levels, totals)),
    conditionCheck('consistent', sums, exact, []),
  ]
}

interface Condition {
  /** In how many places it is broken, counted again and as the manifest says. */
  readonly found: number
  readonly stated: number
  readonly holds: boolean
  readonly broken: string
  readonly kept: string
}

function conditionCheck(
  name: string,
  { found, stated, holds, broken, kept }: Condition,
  exact: boolean,
  others: readonly string[],
): Check {
  const words = `${found.toLocaleString('en')} ${broken}`
  const honest = found === stated && holds === (found === 0)
  const faults = [
    ...others,
    ...(found === 0 || !exact ? [] : [words]),
    ...(honest ? [] : [`the manifest says ${stated.toLocaleString('en')}, and ${words}`]),
  ]
  return checkOf(name, faults, found === 0 ? kept : `${words}, as this mechanism may and the manifest says`)
}

function totalFaults(levels: GroupStatement['levels'], totals: readonly number[]): string[] {
  return levels.flatMap(({ name, groups }, l) =>
    groups === totals[l] ? [] : [`"${name}" has ${totals[l]} groups, and the manifest says ${groups}`],
  )
}

function cellFaults({ strangers, doubled, missing, badErrors }: CellFaults): string[] {
  const faults: readonly (readonly [number, string])[] = [
    [strangers, 'lines name a level, region or size that the release does not have'],
    [doubled, 'lines are there a second time'],
    [missing, 'cells are missing'],
    [badErrors, 'standard errors are no numbers from 0 up'],
  ]
  return faults.filter(([found]) => found > 0).map(([found, words]) => `${found.toLocaleString('en')} ${words}`)
}

/** The top has a public number; every region has one where that was asked for, and none where it was not. */
async function numberCheck(
  db: Database,
  table: GroupCells,
  { publicGroups }: GroupRequest,
  { levels }: Places,
): Promise<Check> {
  const found = await publicNumbers(db, table, levels.length)
  const wanted = levels.map(({ regions }, l) => (publicGroups === 'regions' ? regions.length : l === 0 ? 1 : 0))
  const faults = levels.flatMap(({ name }, l) =>
    found[l] === wanted[l]
      ? []
      : [`${found[l]} regions of level "${name}" have a public number, and ${wanted[l]} were asked for`],
  )
  const { notNumbers } = table.faults
  if (notNumbers > 0) faults.push(`${notNumbers} public numbers are no whole numbers from 0 up`)
  const numbers = wanted.reduce((sum, n) => sum + n, 0).toLocaleString('en')
  return checkOf('public numbers', faults, `${numbers} of regions, as asked for`)
}

/** What the manifest says of the standard errors and of the top is what the files give. */
async function figureCheck(db: Database, table: GroupCells, { levels, groups }: GroupStatement): Promise<Check> {
  const errors = await errorsByLevel(db, table, levels.length)
  const top = await topNumber(db, table)
  const faults = levels.flatMap(({ name, standardError }, l) =>
    Math.abs(standardError - errors[l]) <= 1e-6 * (1 + errors[l]) ? [] : [`"${name}" has other standard errors`],
  )
  if (top !== groups) faults.push(`the top has the public number ${top}, and the manifest says ${groups}`)
  return checkOf('figures', faults, 'the manifest has the standard errors and the number of groups of the table')
}
