/** From a spec file to everything a release of measurements needs to know before it looks at a count. */
import { dirname, join } from 'node:path'
import { type Geography, regionsFromData, type Source } from '../../data/index.ts'
import type { Hierarchy, Schema } from '../../model/index.ts'
import { besideSpec, compileGeography, compileSchema, compileSource } from '../spec/compile-spec.ts'
import type { SpecFile } from '../spec/read-spec.ts'
import { type MeasurePlan, planMeasurements } from './measure-plan.ts'

export interface PreparedRelease {
  readonly file: SpecFile
  readonly schema: Schema
  readonly geography: Geography
  readonly source: Source
  readonly ledgerPath: string
}

export const LEDGER_NAME = 'tacet-ledger.jsonl'

export function prepareRelease(file: SpecFile): PreparedRelease {
  const source = compileSource(file)
  const home = source.kind === 'file' ? source.path : file.path
  const given = file.spec.privacy?.ledger
  return {
    file,
    source,
    schema: compileSchema(file.spec),
    geography: compileGeography(file),
    ledgerPath: given === undefined ? join(dirname(home), LEDGER_NAME) : besideSpec(file, given),
  }
}

export function planRelease({ file, schema, geography }: PreparedRelease, hierarchy: Hierarchy): MeasurePlan {
  return planMeasurements(file.spec, schema, hierarchy, regionsFromData(geography))
}
