/** From a spec file to everything a release of measurements needs to know before it looks at a count. */
import { basename, dirname } from 'node:path'
import {
  besideSpec,
  compileGeography,
  compileSource,
  dataHome,
  type Geography,
  readHierarchy,
  regionsFromData,
  type Source,
  withDatabase,
} from '../../data/index.ts'
import { type LedgerChoice, ledgerBeside } from '../../ledger/index.ts'
import { type MeasurePlan, planMeasurements, plannedBudget } from '../../measure/index.ts'
import type { Hierarchy, Schema } from '../../model/index.ts'
import { badInput } from '../../request-error.ts'
import { compileSchema, type SpecFile } from '../../spec/index.ts'
import type { Spend } from '../charge.ts'

export interface PreparedRelease {
  readonly file: SpecFile
  readonly schema: Schema
  readonly geography: Geography
  readonly source: Source
  readonly ledgerPath: string
}

/** Columns that every table of a release has besides those of attributes and recodes; `rowid` is what an engine calls its lines. */
const TAKEN = ['level', 'region', 'query', 'count', 'standard_error', 'value', 'variance', 'tacet_stamp', 'rowid']

/** A table tells its columns apart without regard to capitals. */
function checkNames({ attributes, recodes }: Schema): void {
  const seen = new Map<string, string>()
  for (const { name } of [...attributes, ...recodes]) {
    const other = seen.get(name.toLowerCase())
    if (other !== undefined)
      throw badInput(
        `"${name}" and "${other}" differ in capitals alone, and both are columns of a released table. Give one another \`name\`.`,
      )
    seen.set(name.toLowerCase(), name)
    if (!TAKEN.includes(name.toLowerCase())) continue
    throw badInput(
      `"${name}" cannot be the name of an attribute or recode: a released table has a column of that name. ` +
        'Give it another `name`, and the old one as its `column`.',
    )
  }
}

export function prepareRelease(file: SpecFile): PreparedRelease {
  const schema = compileSchema(file.spec)
  checkNames(schema)
  const source = compileSource(file)
  const home = source.kind === 'file' ? dataHome(source.path) : file.path
  const given = file.spec.privacy?.ledger
  return {
    file,
    source,
    schema,
    geography: compileGeography(file),
    ledgerPath: given === undefined ? ledgerBeside(home) : besideSpec(file, given),
  }
}

/** The regions of every level, read off the data or the list beside them. */
export function readRegions({ source, geography }: PreparedRelease): Promise<Hierarchy> {
  return withDatabase({}, (db) => readHierarchy(db, source, geography))
}

export function planRelease({ file, schema, geography }: PreparedRelease, hierarchy: Hierarchy): MeasurePlan {
  return planMeasurements(file.spec, schema, hierarchy, regionsFromData(geography))
}

/** What the ledger calls the data. */
export function datasetOf({ source }: PreparedRelease): string {
  return source.kind === 'file' ? basename(dataHome(source.path)) : source.from
}

/** The ledger that counts what is spent. A table on a server is remembered beside the spec. */
export function ledgerOf({ source, file, ledgerPath }: PreparedRelease, reason: string | undefined): LedgerChoice {
  const data =
    source.kind === 'file'
      ? ({ kind: 'file', path: dataHome(source.path) } as const)
      : ({ kind: 'table', folder: dirname(file.path), name: source.from } as const)
  return { path: ledgerPath, data, reason }
}

/** The most that a release may spend, before anything is read. */
export function spendOf(release: PreparedRelease, reason: string | undefined): Spend {
  return {
    ledger: ledgerOf(release, reason),
    dataset: datasetOf(release),
    cost: plannedBudget(release.file.spec),
  }
}
