import type { z } from 'zod'
import type { Capability } from '../../run/capability.ts'
import { RESUMES } from '../words.ts'
import { type DecideJob, decideJob } from './job.ts'
import type { DecidePlan } from './plan.ts'
import type { DecideFigures } from './run.ts'

/** Private solutions of optimisation problems. */
export const decide: Capability<DecideJob, DecidePlan, DecideFigures, z.input<typeof decideJob>> = {
  name: 'decide',
  guarantee: 'differential privacy',
  words: {
    title: 'A decision',
    does: 'The near-optimal solution of an LP, MILP or convex QP whose right-hand sides are private; no constraint is ever broken.',
    takes: '.lp (CPLEX LP) or .mps, either also with .gz, or a spec with `decide`',
    examples: `tacet decide transport.lp --private 'capacity*' --floor 0 --sensitivity 1 --epsilon 1 --delta 1e-6 --out decision
tacet decide model.mps --private budget --floor 0 --sensitivity 10 --epsilon 1/2 --delta 1e-4 --out decision
tacet decide plan.yaml --out decision
tacet decide transport.lp --private 'capacity*' --floor 0 --sensitivity 1 --epsilon 1 --delta 1e-6 --out trial --seed 7 --evaluate --sweep epsilon=0.1:5 delta=1e-6,1e-4`,
    ifStopped: RESUMES,
    evaluated: 'also the true optimum',
    threads: null,
    verified: () => [
      'This means that the decision agrees with its statement. It does not mean that the model was the right one.',
    ],
  },
  job: decideJob,
  asks: ({ decide }) => decide !== undefined,
  isStep: false,
  flags: { data: ['decide', 'model'], fields: ['decide', 'privacy.epsilon', 'privacy.delta', 'privacy.ledger'] },
  draws: true,
  writes: 'always',
  plan: async (job, context) => (await import('./plan.ts')).planDecide(job, context),
  run: async (job, context) => (await import('./run.ts')).runDecide(job, context),
  showPlan: async (plan) => (await import('./show.ts')).showDecidePlan(plan),
  show: async (release) => (await import('./show.ts')).showDecision(release),
  verify: async ({ folder, manifest, model, ledger }) =>
    (await import('../../verify/decision-checks.ts')).decisionReleaseChecks(
      folder,
      manifest,
      model === undefined ? undefined : async () => (await import('./model-files/read-model.ts')).readModelFile(model),
      ledger,
    ),
  starter: null,
  resolve: 'cannot be solved again',
  shares: null,
}
