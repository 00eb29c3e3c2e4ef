/** Runs jobs of the registry as a program would. */
import { readSpec } from '../../src/data/index.ts'
import { type CapabilityName, checkJob, jobFrom, runJob } from '../../src/jobs/index.ts'
import type { Manifest } from '../../src/release/index.ts'
import { localContext, type RunContext, type RunOptions } from '../../src/run/index.ts'

type Given = Partial<Omit<RunContext, 'options'>>

/** Fields of a job, into a folder. */
export async function runFields(
  name: CapabilityName,
  job: object,
  options: RunOptions,
  given: Given = {},
): Promise<Manifest> {
  const { manifest } = await runJob(name, checkJob(name, job), localContext(options, given))
  if (manifest === null) throw new Error('nothing was released')
  return manifest
}

/** A spec file, into a folder; `more` are further fields of the job. */
export async function runSpec(
  name: CapabilityName,
  path: string,
  options: RunOptions,
  { more = {}, ...given }: Given & { readonly more?: object } = {},
): Promise<Manifest> {
  const job = jobFrom(await readSpec(path))
  return runFields(name, { ...job, ...more }, options, given)
}
