import type { Capability } from '../../run/capability.ts'
import { NOTHING_RELEASED } from '../words.ts'
import type { AnonymizeFigures } from './figures.ts'
import { type AnonymizeJob, anonymizeJob } from './job.ts'
import { anonymityMeaning } from './meaning.ts'
import type { AnonymizePlan } from './plan.ts'

/** k-anonymous records with the least loss. */
export const anonymize: Capability<AnonymizeJob, AnonymizePlan, AnonymizeFigures> = {
  name: 'anonymize',
  guarantee: 'k-anonymity',
  words: {
    title: 'Anonymous records',
    does: 'k-anonymous, truthful records with the least information loss, and a bound on how little it could be.',
    takes: 'CSV, Parquet or Arrow, one line per record; or a spec with `anonymize`',
    examples: `tacet anonymize people.csv --k 5 --qi age,sex,zip --categorical zip --identifiers name --plain income --out release
tacet anonymize people.csv --k 3 --qi age,zip --weights age=.8,zip=.2 --method optimal --others drop --out release
tacet anonymize people.csv --k 5 --qi age,zip --hierarchy zip=prefix:3,1 --categorical zip --sensitive disease:distinct=3 --others drop --out release
tacet anonymize people.csv --k 10 --qi age,sex,income --suppress 1% --time 2min --others drop --out release`,
    ifStopped: NOTHING_RELEASED,
    evaluated: 'compare with the truth',
    threads: null,
    verified: anonymityMeaning,
  },
  job: anonymizeJob,
  asks: ({ anonymize }) => anonymize !== undefined,
  isStep: false,
  flags: { data: ['source', 'file'], fields: ['anonymize', 'roles', 'source.read'] },
  draws: false,
  writes: 'always',
  plan: async (job, context) => (await import('./plan.ts')).planAnonymize(job, context),
  run: async (job, context) => (await import('./run.ts')).runAnonymize(job, context),
  showPlan: async (plan) => (await import('./show.ts')).showAnonymizePlan(plan),
  show: async (release) => (await import('./show.ts')).showAnonymity(release),
  verify: async ({ folder, manifest }) =>
    (await import('../../verify/anonymity-checks.ts')).anonymityChecks(folder, manifest),
  starter: async () => (await import('./starter.ts')).anonymizeStarter,
  resolve: 'cannot be solved again',
  shares: null,
}
