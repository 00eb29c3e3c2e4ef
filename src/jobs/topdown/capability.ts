import type { Capability } from '../../run/capability.ts'
import { FIGURES_AGREE, RESUMES } from '../words.ts'
import { type TopdownJob, topdownJob } from './job.ts'
import type { TopdownPlanDocument } from './plan.ts'
import type { TopdownFigures } from './run.ts'
import { TOPDOWN_WORK } from './work.ts'

/** Consistent private counts for every level of a geography. */
export const topdown: Capability<TopdownJob, TopdownPlanDocument, TopdownFigures> = {
  name: 'topdown',
  guarantee: 'differential privacy',
  words: {
    title: 'Counts of all places',
    does: 'Release consistent, private, whole counts for every level of a geography, with what is public kept exactly.',
    takes: 'YAML or JSON; `tacet init` writes an example',
    examples: `tacet plan town.yaml
tacet topdown town.yaml --out release
tacet topdown more.yaml --extend release --out second    # more attributes; the first release stays its margin
tacet topdown town.yaml --out trial --seed 7 --evaluate    # a simulation: NOT PRIVATE, leaves the ledger alone`,
    ifStopped: RESUMES,
    evaluated: 'compare with the truth',
    threads: 'how many workers draw and solve at once; one per processor without it',
    verified: () => [FIGURES_AGREE],
  },
  job: topdownJob,
  asks: ({ workload }) => workload.length > 0,
  isStep: false,
  flags: null,
  draws: true,
  writes: 'always',
  plan: async (job, context) => (await import('./plan.ts')).planTopdown(job, context),
  run: async (job, context) => (await import('./run.ts')).runTopdown(job, context),
  showPlan: async (plan) => (await import('./show.ts')).showTopdownPlan(plan),
  show: async (release) => (await import('./show.ts')).showTopdown(release),
  verify: async (release) => (await import('../../verify/topdown-release-checks.ts')).topdownReleaseChecks(release),
  starter: async () => (await import('./starter.ts')).topdownStarter,
  resolve: async (request) => (await import('./resolve.ts')).resolveTopdown(request),
  shares: {
    work: TOPDOWN_WORK,
    kinds: {
      descent: async (work, plan, store) => (await import('./shared-descent.ts')).openDescent(work, plan, store),
    },
  },
}
