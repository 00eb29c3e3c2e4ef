import type { Capability } from '../../run/capability.ts'
import type { MeasurePlanDocument } from '../planned-measurements.ts'
import { FIGURES_AGREE, RESUMES } from '../words.ts'
import { type MeasureJob, measureJob } from './job.ts'
import type { MeasureFigures } from './run.ts'

/** Noisy measurements of a workload over a geography. */
export const measure: Capability<MeasureJob, MeasurePlanDocument, MeasureFigures> = {
  name: 'measure',
  guarantee: 'differential privacy',
  words: {
    title: 'Measurements',
    does: 'Draw the noisy measurements of a spec and write them, with their variances, as a file to publish.',
    takes: 'YAML or JSON; `tacet init` writes an example',
    examples: `tacet plan town.yaml
tacet measure town.yaml --out release
tacet measure town.yaml --out trial --seed 7 --evaluate    # a simulation: NOT PRIVATE, leaves the ledger alone`,
    ifStopped: RESUMES,
    evaluated: 'compare with the truth',
    threads: 'how many workers draw at once; one per processor without it',
    verified: () => [FIGURES_AGREE],
  },
  job: measureJob,
  asks: ({ workload }) => workload.length > 0,
  isStep: true,
  flags: null,
  draws: true,
  writes: 'always',
  plan: async (job, context) => (await import('./plan.ts')).planMeasure(job, context),
  run: async (job, context) => (await import('./run.ts')).runMeasure(job, context),
  showPlan: async (plan) => (await import('./show.ts')).showMeasurePlan(plan),
  show: async (release) => (await import('./show.ts')).showMeasure(release),
  verify: async ({ folder, manifest, ledger }) =>
    (await import('../../verify/measure-checks.ts')).measureChecks(folder, manifest, ledger),
  starter: null,
  resolve: async (request) => (await import('./report-again.ts')).measureAgain(request),
  shares: { work: null, kinds: {} },
}
