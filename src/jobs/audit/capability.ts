import type { Capability } from '../../run/capability.ts'
import { NOTHING_RELEASED } from '../words.ts'
import type { AuditFigures } from './figures.ts'
import { type AuditJob, auditJob } from './job.ts'
import type { AuditPlan } from './plan.ts'

/** What tables disclose. */
export const audit: Capability<AuditJob, AuditPlan, AuditFigures> = {
  name: 'audit',
  guarantee: 'none: an audit',
  words: {
    title: 'An audit of tables',
    does: 'What a table of shares discloses: exact bounds, and every feasible value, of every cell.',
    takes: 'CSV, Parquet or Arrow; or a spec with an `audit`',
    examples: `tacet audit people.csv --rows education --columns marital
tacet audit cells.csv --count n --rows age,sex --columns income --merge 'age:under 40=20-29|30-39'
tacet audit people.csv --rows education --columns marital --decimals 2     # shares rounded to 2 decimals
tacet audit shares.csv --rows education --columns marital --share p --n 5000
tacet audit people.csv --rows age,education --columns income --suggest --ordered 'age:<25|25-55|>55'
tacet audit people.csv --rows age,education --columns income --suggest --publish table --choose 1
tacet audit visits.csv --rows diagnosis --columns sex --suggest --hierarchy diagnosis=file:icd-chapters.csv
tacet audit people.csv --release education,sex --release 'marital|education' --cells marital,education
tacet audit town.yaml                                                      # the audit of a spec`,
    ifStopped: NOTHING_RELEASED,
    evaluated: 'compare with the truth',
    threads: null,
    verified: () => [
      'This means that the table is the one that was audited. It does not mean that the table is safe beside other tables of the same people.',
    ],
  },
  job: auditJob,
  asks: ({ audit }) => audit !== undefined,
  isStep: false,
  flags: { data: ['source', 'file'], fields: ['audit', 'source.count', 'source.lines', 'source.read'] },
  draws: false,
  writes: 'when asked',
  plan: async (job, context) => (await import('./plan.ts')).planAudit(job, context),
  run: async (job, context) => (await import('./run.ts')).runAudit(job, context),
  showPlan: async (plan) => (await import('./show.ts')).showAuditPlan(plan),
  show: async (release, job) => (await import('./show.ts')).showAuditRelease(release, job),
  verify: async ({ folder, manifest }) =>
    (await import('../../verify/audit-checks.ts')).auditReleaseChecks(folder, manifest),
  starter: async () => (await import('./starter.ts')).auditStarter,
  resolve: 'cannot be solved again',
  shares: null,
}
