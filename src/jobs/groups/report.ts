/** The report of group sizes: the distributions by level, how wrong a count is, what the guarantee says. */
import { type GroupPlan, type GroupRelease, groupsByRegion, MECHANISM_FACTS } from '../../groups/index.ts'
import { describeCost, readableLoss } from '../../privacy/index.ts'
import type { Block, Report, Section, Stamp } from '../../release/index.ts'
import type { GroupsTask } from './task.ts'

export interface GroupsEvaluation {
  readonly level: string
  readonly l1Error: number
  readonly earthMover: number
}

export interface GroupsReportInput {
  readonly title: string
  readonly job: GroupsTask
  readonly stamp: Stamp | undefined
  readonly plan: GroupPlan
  readonly release: GroupRelease
  /** The standard error of every count, by level. */
  readonly errors: readonly Float64Array[]
  /** By level: the root of the mean square of the standard errors. */
  readonly levels: readonly { readonly standardError: number }[]
  readonly groups: number
  /** Otherwise they are those released. */
  readonly groupsArePublic: boolean
  readonly warnings: readonly string[]
  readonly statement: readonly string[]
  readonly file: string
  readonly evaluation: readonly GroupsEvaluation[] | undefined
}

/** Sizes drawn in a chart, at most. */
const SHOWN_SIZES = 30
/** The axis ends where all but this share of the groups are smaller. */
const BEYOND = 0.005
/** Nine times in ten a count lies within so many standard errors, where the error is near to normal. */
const NINE_IN_TEN = 1.645
/** Regions compared in one chart. */
const SHOWN_REGIONS = 4

export function groupsReport({
  title,
  job,
  stamp,
  plan,
  release,
  errors: cellErrors,
  levels,
  groups,
  groupsArePublic,
  warnings,
  statement,
  file,
  evaluation,
}: GroupsReportInput): Report {
  const { checks } = release
  return {
    title,
    subtitle: 'Groups by size',
    stamp,
    summary: [
      { label: 'Privacy loss', value: readableLoss(describeCost(plan.cost, job.delta)) },
      { label: 'Groups', value: groups, note: groupsArePublic ? 'public' : 'released with noise' },
      { label: 'Mechanism', value: release.mechanism, note: MECHANISM_FACTS[release.mechanism].about },
      { label: 'Sizes', value: release.sizes },
    ],
    sections: [
      {
        title: 'What the guarantee says',
        blocks: [
          ...statement.map((text): Block => ({ kind: 'paragraph', text: readableLoss(text) })),
          ...warnings.map((text): Block => ({ kind: 'notice', tone: 'warn', text })),
        ],
      },
      distributions(release, cellErrors),
      errors(plan, levels, file),
      {
        title: 'Checked in whole numbers',
        blocks: [
          {
            kind: 'facts',
            facts: [
              {
                label: 'Children add up to their parent',
                value: checks.consistent ? 'yes' : `no, in ${checks.inconsistentCells} cells`,
              },
              { label: 'Whole and not negative', value: checks.valid ? 'yes' : `no, in ${checks.invalidCells} cells` },
              {
                label: 'The public number of groups',
                value: groupsArePublic
                  ? checks.faithful
                    ? 'kept'
                    : `missed ${checks.unfaithful} times`
                  : 'there is none',
              },
            ],
          },
        ],
      },
      ...(evaluation === undefined ? [] : [evaluated(evaluation)]),
    ],
  }
}

/** The top as counts; of every level below, the largest regions as shares, to be compared. */
function distributions(release: GroupRelease, errors: readonly Float64Array[]): Section {
  const { hierarchy, layers, sizes } = release
  const shown = shownSizes(layers[0], sizes)
  const categories = Array.from({ length: shown }, (_, s) => s + 1)
  const counts = categories.map((size) => layers[0][size - 1])
  const reach = categories.map((size) => NINE_IN_TEN * errors[0][size - 1])
  const blocks: Block[] = [
    {
      kind: 'chart',
      chart: {
        kind: 'dot',
        title: `Groups by size, ${hierarchy.levels[0].regions[0]}`,
        description:
          'How many groups there are of each size, with the range that holds the true count nine times in ten.',
        categories: categories.map((size) => `size ${size}`),
        series: [
          {
            name: 'groups',
            values: counts,
            lower: counts.map((count, k) => Math.max(0, count - reach[k])),
            upper: counts.map((count, k) => count + reach[k]),
          },
        ],
        valueLabel: 'groups',
      },
    },
    ...hierarchy.levels.slice(1).map((_, l) => largestRegions(release, errors[l + 1], l + 1, categories)),
  ]
  if (sizes > shown)
    blocks.push({ kind: 'paragraph', text: `Sizes above ${shown} have few groups and are in the table of counts.` })
  return { title: 'Sizes of groups', blocks }
}

/** As many sizes as hold nearly all groups of the top. */
function shownSizes(top: Float64Array, sizes: number): number {
  const all = top.reduce((sum, count) => sum + count, 0)
  let [seen, size] = [0, 0]
  while (size < Math.min(sizes, SHOWN_SIZES) && seen < (1 - BEYOND) * all) seen += top[size++]
  return Math.max(1, size)
}

function largestRegions(
  { hierarchy, layers, sizes }: GroupRelease,
  errors: Float64Array,
  level: number,
  categories: readonly number[],
): Block {
  const totals = groupsByRegion(layers[level], sizes)
  const largest = [...totals.keys()].sort((a, b) => totals[b] - totals[a]).slice(0, SHOWN_REGIONS)
  const { name, regions } = hierarchy.levels[level]
  const share = (region: number, value: number): number => Math.max(0, (100 * value) / Math.max(1, totals[region]))
  return {
    kind: 'chart',
    chart: {
      kind: 'line',
      title: `Shares by size, the largest regions by ${name}`,
      description:
        'What part of its groups has each size, for the regions with most groups; the band holds the true share nine times in ten.',
      series: largest.map((region) => {
        const at = (size: number): number => layers[level][region * sizes + size - 1]
        const reach = (size: number): number => NINE_IN_TEN * errors[region * sizes + size - 1]
        return {
          name: regions[region],
          x: categories,
          y: categories.map((size) => share(region, at(size))),
          lower: categories.map((size) => share(region, at(size) - reach(size))),
          upper: categories.map((size) => share(region, at(size) + reach(size))),
        }
      }),
      xLabel: 'size',
      yLabel: '% of groups',
    },
  }
}

function errors(plan: GroupPlan, levels: GroupsReportInput['levels'], file: string): Section {
  return {
    title: 'How wrong a count is',
    blocks: [
      {
        kind: 'table',
        caption: 'By level',
        columns: [
          { title: 'Level' },
          { title: 'Regions', format: 'integer' },
          { title: 'Share of the budget', align: 'right' },
          { title: 'Sensitivity', align: 'right' },
          { title: 'Standard error of a large count', format: 'significant', digits: 3 },
          { title: 'Of the counts as released', format: 'significant', digits: 3 },
        ],
        rows: plan.levels.map((level, l) => [
          level.name,
          level.regions,
          `${level.share.num}/${level.share.den}`,
          String(level.sensitivity.l1.num),
          level.predictedError,
          levels[l].standardError,
        ]),
        file,
      },
    ],
  }
}

function evaluated(evaluation: readonly GroupsEvaluation[]): Section {
  return {
    title: 'Error against the truth',
    blocks: [
      {
        kind: 'table',
        caption: 'By level',
        columns: [
          { title: 'Level' },
          { title: 'Groups in the wrong cell (L1)', format: 'integer' },
          { title: "Earth mover's distance", format: 'integer' },
        ],
        rows: evaluation.map((e) => [e.level, e.l1Error, e.earthMover]),
      },
    ],
  }
}
