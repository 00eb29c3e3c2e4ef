/** The worked job: makes the town, plans, measures, and says where the report is. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { withDatabase, writeTable } from '../../data/index.ts'
import { type MeasureResult, runMeasure } from '../measure/run-measure.ts'
import { writeNewFile } from '../new-file.ts'
import type { Progress } from '../progress.ts'
import { EXAMPLE_SPEC } from '../spec/example-spec.ts'
import { makeTown } from './town.ts'

export interface DemoFiles {
  readonly folder: string
  readonly people: string
  readonly spec: string
  readonly persons: number
}

export async function writeTown(folder: string, progress: Progress): Promise<DemoFiles> {
  await mkdir(folder, { recursive: true })
  progress.phase('Making a town')
  const town = makeTown()
  const people = join(folder, 'people.parquet')
  await withDatabase({}, (db) => writeTable(db, people, 'parquet', town.columns))
  const spec = join(folder, 'town.yaml')
  await writeNewFile(spec, EXAMPLE_SPEC)
  return { folder, people, spec, persons: town.people }
}

export async function demoMeasure(files: DemoFiles, progress: Progress, signal: AbortSignal): Promise<MeasureResult> {
  return runMeasure(files.spec, { out: join(files.folder, 'release'), progress, signal })
}
