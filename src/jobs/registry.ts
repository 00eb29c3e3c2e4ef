/** All capabilities, by name: what the command line, the server and a worker read. */
import type { z } from 'zod'
import { plainIssue } from '../plain-issue.ts'
import { badField } from '../request-error.ts'
import type { Capability, Release, SpecJob } from '../run/capability.ts'
import type { RunContext } from '../run/context.ts'
import type { SpecFile } from '../spec/index.ts'
import { anonymize } from './anonymize/capability.ts'
import { audit } from './audit/capability.ts'
import { decide } from './decide/capability.ts'
import { groups } from './groups/capability.ts'
import { measure } from './measure/capability.ts'
import { protect } from './protect/capability.ts'
import { topdown } from './topdown/capability.ts'

export const capabilities = { measure, topdown, groups, audit, anonymize, protect, decide }

export type Capabilities = typeof capabilities
export type CapabilityName = keyof Capabilities

/** A capability as whoever works with any of them sees it. */
export type AnyCapability = Capability<SpecJob, unknown, unknown>

/** In the order in which they are listed. */
export const CAPABILITY_NAMES = Object.keys(capabilities) as readonly CapabilityName[] as readonly [
  CapabilityName,
  ...CapabilityName[],
]

/** By the name that came from outside, as a manifest holds it. */
export function capabilityOf(name: string): AnyCapability | undefined {
  return Object.hasOwn(capabilities, name) ? anyCapability(name as CapabilityName) : undefined
}

export function anyCapability(name: CapabilityName): AnyCapability {
  return capabilities[name] as unknown as AnyCapability
}

export type JobOf<N extends CapabilityName> = z.output<Capabilities[N]['job']>
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
  return anyCapability(name).run(checkJob(name, job), context)
}

export async function planJob(name: CapabilityName, job: unknown, context: RunContext): Promise<unknown> {
  const planned = await anyCapability(name).plan(checkJob(name, job), context)
  context.signal.throwIfAborted()
  return planned
}

/** Which capabilities a spec has parts for. One with a workload can be measured, and released from the top down. */
export function capabilitiesOf({ spec }: Pick<SpecFile, 'spec'>): readonly CapabilityName[] {
  return CAPABILITY_NAMES.filter((name) => capabilities[name].asks(spec))
}
