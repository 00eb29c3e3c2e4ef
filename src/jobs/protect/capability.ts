import type { Capability } from '../../run/capability.ts'
import { NOTHING_RELEASED } from '../words.ts'
import { type ProtectJob, protectJob } from './job.ts'
import type { ProtectPlan } from './plan.ts'
import type { ProtectFigures } from './result.ts'

/** Tables of counts and amounts that may be published. */
export const protect: Capability<ProtectJob, ProtectPlan, ProtectFigures> = {
  name: 'protect',
  guarantee: 'interval protection',
  words: {
    title: 'A protected table',
    does: 'A table of counts or amounts with cells withheld, rounded or perturbed, and a proof that no protected cell can be bounded too narrowly.',
    takes: 'records, counted lines or a finished table as CSV, Parquet or Arrow; or a spec with `protect`',
    examples: `tacet protect people.csv --rows region --columns illness --rule "count 3" --out release
tacet protect firms.csv --rows sector --columns size --value turnover --contributor firm --rule "count 3" --rule "p 10" --out release
tacet protect firms.csv --rows sector --value turnover --contributor firm --hierarchy sector=file:nace.csv --rule "dominance 1 85" --out release
tacet protect table.csv --rows sector --columns size --value turnover --frequency firms --largest largest --rule "count 3" --rule "dominance 1 85" --out release
tacet protect people.csv --rows region --columns illness --rule "count 3" --method round --base 5 --out release`,
    ifStopped: NOTHING_RELEASED,
    evaluated: 'compare with the truth',
    threads: null,
    verified: () => [
      'This means that the table is whole, and that nobody can work out more from it than it states. With the private part it means that every need is proved. It does not mean that other tables of the same data leave it so.',
    ],
  },
  job: protectJob,
  asks: ({ protect }) => protect !== undefined,
  isStep: false,
  flags: { data: ['source', 'file'], fields: ['protect', 'source.count', 'source.read'] },
  draws: false,
  writes: 'always',
  plan: async (job, context) => (await import('./plan.ts')).planProtect(job, context),
  run: async (job, context) => (await import('./run.ts')).runProtect(job, context),
  showPlan: async (plan) => (await import('./show.ts')).showProtectPlan(plan),
  show: async (release) => (await import('./show.ts')).showProtected(release),
  verify: async ({ folder, manifest, ...options }) =>
    (await import('../../verify/protect-checks.ts')).protectChecks(folder, manifest, options),
  starter: async () => (await import('./starter.ts')).protectStarter,
  resolve: 'cannot be solved again',
  shares: null,
}
