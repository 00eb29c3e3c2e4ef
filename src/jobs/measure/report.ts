/** The report of a release of measurements: what was measured, how wrong it is, and what the guarantee says; all of it from its manifest. */

import { type PrivacyDocument, type QueryDocument, tightNote } from '../../measure/index.ts'
import { readableLoss } from '../../privacy/index.ts'
import type { Block, Report, Section, Stamp } from '../../release/index.ts'
import type { Evaluation } from './evaluate.ts'

export interface MeasureReportInput {
  readonly title: string
  readonly stamp: Stamp | undefined
  readonly privacy: Pick<PrivacyDocument, 'words' | 'statement' | 'tightEpsilon' | 'budget'>
  readonly levels: readonly { readonly name: string; readonly nodes: number }[]
  readonly queries: readonly QueryDocument[]
  readonly remarks: readonly string[]
  readonly file: string
  readonly evaluation: Evaluation | undefined
}

export function measureReport(input: MeasureReportInput): Report {
  const { privacy, levels, queries, evaluation } = input
  const entries = queries.reduce((sum, { regions, answers }) => sum + regions * answers, 0)
  return {
    title: input.title,
    subtitle: 'Noisy measurements',
    stamp: input.stamp,
    summary: [
      { label: 'Privacy loss', value: readableLoss(privacy.words), ...tightNote(privacy) },
      { label: 'Answers', value: entries, note: `${queries.length} queries over ${levels.length} levels` },
      { label: 'Regions', value: levels.reduce((sum, { nodes }) => sum + nodes, 0) },
    ],
    sections: [
      {
        title: 'What the guarantee says',
        blocks: privacy.statement.map((text): Block => ({ kind: 'paragraph', text: readableLoss(text) })),
      },
      measuredSection(queries, input.file),
      budgetSection(queries, input.remarks),
      ...(evaluation === undefined ? [] : [evaluationSection(evaluation)]),
    ],
  }
}

const nameOf = ({ query, level }: QueryDocument): string => `${query}, by ${level}`

function measuredSection(queries: readonly QueryDocument[], file: string): Section {
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
        rows: queries.map((q) => [
          q.level,
          q.query,
          q.regions,
          q.answers,
          q.noise === 'exact' ? 'public' : q.sensitivity,
          q.standardError,
          q.margin95,
        ]),
        file,
      },
      {
        kind: 'chart',
        chart: {
          kind: 'dot',
          title: 'Standard error of one answer',
          description: 'How large the noise in one answer typically is, for every query at every level.',
          categories: queries.map(nameOf),
          series: [{ name: 'standard error', values: queries.map(({ standardError }) => standardError) }],
          valueLabel: 'error of a count',
        },
      },
    ],
  }
}

function budgetSection(queries: readonly QueryDocument[], remarks: readonly string[]): Section {
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
          categories: queries.map(nameOf),
          series: [{ name: 'share', values: queries.map(({ share }) => 100 * share) }],
          valueLabel: '% of the budget',
        },
      },
      ...remarks.map((text): Block => ({ kind: 'notice', tone: 'info', text })),
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
