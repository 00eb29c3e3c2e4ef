import type { Capability } from '../../run/capability.ts'
import { FIGURES_AGREE, RESUMES } from '../words.ts'
import { type GroupsJob, groupsJob } from './job.ts'
import type { GroupsPlanDocument } from './plan.ts'
import type { GroupsFigures } from './run.ts'
import { GROUPS_WORK } from './work.ts'

/** Private counts of groups by size. */
export const groups: Capability<GroupsJob, GroupsPlanDocument, GroupsFigures> = {
  name: 'groups',
  guarantee: 'differential privacy',
  words: {
    title: 'Group sizes',
    does: 'Differentially private counts of groups by size (households, taxis) over a hierarchy of regions.',
    takes: 'CSV, Parquet or Arrow; or a spec with `groups`',
    examples: `tacet groups households.csv --levels country,state,county --size persons --epsilon 1 --out release
tacet groups cells.csv --levels state,county --size size --count n --max-size 20 --epsilon 1/2 --out release
tacet groups households.csv --levels country,state --size persons --epsilon 1 --shares 15,85 --out release
tacet groups people.csv --levels state,county --unit household --epsilon 1 --out release    # one line per person
tacet groups households.csv --levels state --size persons --epsilon 1 --out trial --seed 7 --evaluate`,
    ifStopped: RESUMES,
    evaluated: 'compare with the truth',
    threads: null,
    verified: () => [FIGURES_AGREE],
  },
  job: groupsJob,
  asks: ({ groups }) => groups !== undefined,
  isStep: false,
  flags: {
    data: ['source', 'file'],
    fields: [
      'groups',
      'source.count',
      'source.lines',
      'privacy.epsilon',
      'privacy.rho',
      'privacy.delta',
      'privacy.ledger',
      'source.read',
    ],
  },
  draws: true,
  writes: 'always',
  plan: async (job, context) => (await import('./plan.ts')).planGroupsJob(job, context),
  run: async (job, context) => (await import('./run.ts')).runGroups(job, context),
  showPlan: async (plan) => (await import('./show.ts')).showGroupsPlan(plan),
  show: async (release) => (await import('./show.ts')).showGroups(release),
  verify: async ({ folder, manifest, ledger }) =>
    (await import('../../verify/group-checks.ts')).groupChecks(folder, manifest, ledger),
  starter: async () => (await import('./starter.ts')).groupsStarter,
  resolve: async (request) => (await import('./resolve.ts')).resolveGroups(request),
  shares: { work: GROUPS_WORK, kinds: {} },
}
