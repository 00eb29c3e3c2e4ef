/** All capabilities, by name: what the command line, the server and a worker read. */
import { plainIssue } from '../plain-issue.ts'
import { badField } from '../request-error.ts'
import type { CapabilityName, Release } from '../run/capability.ts'
import type { RunContext } from '../run/context.ts'
import type { SpecFile } from '../spec/index.ts'
import { anonymize } from './anonymize/capability.ts'
import { audit } from './audit/capability.ts'
import { decide } from './decide/capability.ts'
import { groups } from './groups/capability.ts'
import { measure } from './measure/capability.ts'
import { topdown } from './topdown/capability.ts'

export const capabilities = { measure, topdown, groups, audit, anonymize, decide }

export type Capabilities = typeof capabilities
export type JobOf<N extends CapabilityName> = ReturnType<Capabilities[N]['fromSpec']>
export type PlanOf<N extends CapabilityName> = Awaited<ReturnType<Capabilities[N]['plan']>>
export type FiguresOf<N extends CapabilityName> = Awaited<ReturnType<Capabilities[N]['run']>>['figures']

/** A job as it came from outside, checked. The complaint names the field. */
export function checkJob<N extends CapabilityName>(name: N, job: unknown): JobOf<N> {
  const parsed = capabilities[name].job.safeParse(job, { error: plainIssue })
  if (parsed.success) return parsed.data as JobOf<N>
  const { path, message } = parsed.error.issues[0]
  throw badField(path.join('.') || 'job', message)
}

/** Runs a job that came from outside. */
export async function runJob(name: CapabilityName, job: unknown, context: RunContext): Promise<Release<unknown>> {
  const run = capabilities[name].run as (job: unknown, context: RunContext) => Promise<Release<unknown>>
  return run(checkJob(name, job), context)
}

export async function planJob(name: CapabilityName, job: unknown, context: RunContext): Promise<unknown> {
  const plan = capabilities[name].plan as (job: unknown, context: RunContext) => Promise<unknown>
  const planned = await plan(checkJob(name, job), context)
  context.signal.throwIfAborted()
  return planned
}

/** Which capabilities a spec has parts for. One with a workload can be measured, and released from the top down. */
export function capabilitiesOf({ spec }: Pick<SpecFile, 'spec'>): readonly CapabilityName[] {
  const { workload, groups, audit, anonymize, decide } = spec
  const parts = { groups, audit, anonymize, decide }
  const named = (Object.keys(parts) as (keyof typeof parts)[]).filter((name) => parts[name] !== undefined)
  return [...(workload.length > 0 ? (['measure', 'topdown'] as const) : []), ...named]
}
