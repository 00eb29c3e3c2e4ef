/** The report of a release of measurements: what was measured, how wrong it is, and what the guarantee says. */

import { type MeasurePlan, type PlannedMeasurement, shareSpent, tightNote } from '../../measure/index.ts'
import type { Hierarchy } from '../../model/index.ts'
import { describeCost, readableLoss } from '../../privacy/index.ts'
import type { Block, Report, Section, Stamp } from '../../release/index.ts'
import type { Evaluation } from './evaluate.ts'

export interface MeasureReportInput {
  readonly title: string
  readonly stamp: Stamp | undefined
  readonly plan: MeasurePlan
  readonly hierarchy: Hierarchy
  readonly file: string
  readonly evaluation: Evaluation | undefined
}

export function measureReport(input: MeasureReportInput): Report {
  const { plan, hierarchy, evaluation } = input
  const entries = plan.measurements.reduce((sum, m) => sum + m.entries, 0)
  return {
    title: input.title,
    subtitle: 'Noisy measurements',
    stamp: input.stamp,
    summary: [
      { label: 'Privacy loss', value: readableLoss(describeCost(plan.cost, plan.budget.delta)), ...tightNote(plan) },
      {
        label: 'Answers',
        value: entries,
        note: `${plan.measurements.length} queries over ${hierarchy.levels.length} levels`,
      },
      { label: 'Regions', value: hierarchy.levels.reduce((sum, level) => sum + level.regions.length, 0) },
    ],
    sections: [
      {
        title: 'What the guarantee says',
        blocks: plan.statement.map((text): Block => ({ kind: 'paragraph', text: readableLoss(text) })),
      },
      measuredSection(plan, hierarchy, input.file),
      budgetSection(plan, hierarchy),
      ...(evaluation === undefined ? [] : [evaluationSection(evaluation)]),
    ],
  }
}

function nameOf(m: PlannedMeasurement, hierarchy: Hierarchy): string {
  return `${m.query.name}, by ${hierarchy.levels[m.level].name}`
}

function measuredSection(plan: MeasurePlan, hierarchy: Hierarchy, file: string): Section {
  return {
    title: 'What was measured, and how wrong it is',
    blocks: [
      {
        kind: 'paragraph',
        text:
          'Every answer carries independent noise of the law given; an answer without noise is exact and public. Nineteen times ' +
          'in twenty an answer lies within the margin of the true count.',
      },
      {
        kind: 'table',
        caption: 'Queries by level',
        columns: [
          { title: 'Level' },
          { title: 'Query' },
          { title: 'Regions', format: 'integer' },
          { title: 'Answers a region', format: 'integer' },
          { title: 'Sensitivity', align: 'right' },
          { title: 'Standard error', format: 'significant', digits: 3 },
          { title: 'Margin (95 %)', format: 'integer' },
        ],
        rows: plan.measurements.map((m) => [
          hierarchy.levels[m.level].name,
          m.query.name,
          hierarchy.levels[m.level].regions.length,
          m.query.answers,
          m.noise === 'exact' ? 'public' : String(m.sensitivity.l1.num),
          Math.sqrt(m.variance),
          m.margin,
        ]),
        file,
      },
      {
        kind: 'chart',
        chart: {
          kind: 'dot',
          title: 'Standard error of one answer',
          description: 'How large the noise in one answer typically is, for every query at every level.',
          categories: plan.measurements.map((m) => nameOf(m, hierarchy)),
          series: [{ name: 'standard error', values: plan.measurements.map((m) => Math.sqrt(m.variance)) }],
          valueLabel: 'error of a count',
        },
      },
    ],
  }
}

function budgetSection(plan: MeasurePlan, hierarchy: Hierarchy): Section {
  return {
    title: 'Where the budget went',
    blocks: [
      {
        kind: 'chart',
        chart: {
          kind: 'bar',
          direction: 'horizontal',
          title: 'Share of the budget',
          description: 'The part of the whole budget that each query at each level spends.',
          categories: plan.measurements.map((m) => nameOf(m, hierarchy)),
          series: [{ name: 'share', values: plan.measurements.map((m) => 100 * shareSpent(plan, m)) }],
          valueLabel: '% of the budget',
        },
      },
      ...plan.remarks.map((text): Block => ({ kind: 'notice', tone: 'info', text })),
    ],
  }
}

function evaluationSection(evaluation: Evaluation): Section {
  return {
    title: 'Error against the truth',
    blocks: [
      {
        kind: 'table',
        caption: 'By level and query',
        columns: [
          { title: 'Level' },
          { title: 'Query' },
          { title: 'Mean absolute error', format: 'significant', digits: 3 },
          { title: 'Largest', format: 'integer' },
          { title: 'Bias', format: 'significant', digits: 2 },
          { title: 'Total absolute error', format: 'integer' },
        ],
        rows: evaluation.queries.map((q) => [
          q.level,
          q.query,
          q.meanAbsolute,
          q.largestAbsolute,
          q.bias,
          q.totalAbsolute,
        ]),
      },
      {
        kind: 'table',
        caption: 'Error of the total, by size of place',
        columns: [
          { title: 'Level' },
          { title: 'True population' },
          { title: 'Places', format: 'integer' },
          { title: 'Mean absolute error', format: 'significant', digits: 3 },
          { title: 'Mean relative error', format: 'percent', digits: 2 },
        ],
        rows: evaluation.sizes.map((s) => [s.level, s.size, s.places, s.meanAbsolute, s.meanRelative]),
      },
    ],
  }
}
