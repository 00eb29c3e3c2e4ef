/** All capabilities, by name: what the command line, the server and a worker read. */
import type { z } from 'zod'
import { didYouMean } from '../did-you-mean.ts'
import { plainIssue } from '../plain-issue.ts'
import { badField } from '../request-error.ts'
import type { Capability, ReleaseIn, SpecJob } from '../run/capability.ts'
import type { RunContext } from '../run/context.ts'
import { keysAt, type SpecFile, specSchema } from '../spec/index.ts'
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

/** A job as it is given: what has a default may be left out. */
export type JobInput<N extends CapabilityName> = z.input<Capabilities[N]['job']>
export type JobOf<N extends CapabilityName> = z.output<Capabilities[N]['job']>
export type PlanOf<N extends CapabilityName> = Awaited<ReturnType<Capabilities[N]['plan']>>
export type FiguresOf<N extends CapabilityName> = Awaited<ReturnType<Capabilities[N]['run']>>['figures']

/** A job as it came from outside, checked. The complaint names the field. */
export function checkJob<N extends CapabilityName>(name: N, job: unknown): JobOf<N> {
  const parsed = capabilities[name].job.safeParse(job, { error: plainIssue })
  if (parsed.success) return parsed.data as JobOf<N>
  const [issue] = parsed.error.issues
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined
  const field = [...issue.path, ...(unknown === undefined ? [] : [unknown])].join('.') || 'job'
  throw badField(field, unknown === undefined ? issue.message : unknownField(name, unknown))
}

/** A field that a job does not have may be one of its spec. */
function unknownField(name: CapabilityName, field: string): string {
  const known = Object.keys((capabilities[name].job as unknown as z.ZodObject).shape)
  const part = keysAt(specSchema, [name]).includes(field)
    ? `${name}.${field}`
    : keysAt(specSchema, []).find((one) => one === field)
  const where = part === undefined ? didYouMean(field, known) : ` It belongs into the spec, as \`${part}\`.`
  return `there is no such field in a job of ${name}, which has: ${known.join(', ')}.${where}`
}

/** Runs a job. Into a folder that the context names, the release has a folder and a manifest. */
export async function runJob<N extends CapabilityName, Context extends RunContext>(
  name: N,
  job: JobInput<N>,
  context: Context,
): Promise<ReleaseIn<Context, FiguresOf<N>>> {
  const release = await anyCapability(name).run(checkJob(name, job), context)
  return release as ReleaseIn<Context, FiguresOf<N>>
}

export async function planJob<N extends CapabilityName>(
  name: N,
  job: JobInput<N>,
  context: RunContext,
): Promise<PlanOf<N>> {
  const planned = await anyCapability(name).plan(checkJob(name, job), context)
  context.signal.throwIfAborted()
  return planned as PlanOf<N>
}

/** Which capabilities a spec has parts for. One with a workload can be measured, and released from the top down. */
export function capabilitiesOf({ spec }: Pick<SpecFile, 'spec'>): readonly CapabilityName[] {
  return CAPABILITY_NAMES.filter((name) => capabilities[name].asks(spec))
}
