/** How wrong a release is, for its report: the standard errors with their calibration, and the error against the truth. */
import type { Block, Chart, Section } from '../../release/index.ts'
import type { TopdownEvaluation } from './evaluate.ts'
import type { SolvedRelease } from './solve-measured.ts'
import { queryName } from './solve-plan.ts'
import { starvedQueries, starvedWords } from './starved.ts'

/** The standard errors, by level and query, with their calibration. */
export function errorSection(solved: SolvedRelease, cells: string): Section {
  const { lines, simulations, top } = solved.calibration
  const alone =
    top === undefined
      ? ''
      : ` The upper levels (${top.levels.join(', ')}) were simulated ${top.times} times more by themselves.`
  const text =
    simulations === 0
      ? 'Standard errors are those of the least squares, from the noise alone. They were not calibrated by simulation.'
      : `Standard errors are those of the least squares, times a factor. The factor was found by ${simulations === 1 ? 'one simulation' : `${simulations} simulations`} of this release: its counts taken for the truth, new noise, the same solution.${alone} A factor below 1 says that public facts and non-negativity help; one above 1, that they mislead. Where chance alone explains the difference the factor is 1, and where fewer than 30 answers could be compared it only ever raises an error.${solved.earlier === undefined ? '' : ' What the release that this one extends had decided keeps the error that it was published with.'}`
  const starved = starvedWords(starvedQueries(solved.plans, solved.tables, solved.hierarchy))
  const paragraphs = [text, starved, undeterminedWords(lines)].filter((words) => words !== '')
  const blocks: Block[] = paragraphs.map((one) => ({ kind: 'paragraph', text: one }))
  const rows = lines.map((line) => [
    line.level,
    line.query,
    line.bin,
    line.answers,
    line.propagated,
    line.simulated,
    line.propagated > 0 ? line.simulated / line.propagated : null,
  ])
  if (rows.length > 0) {
    blocks.push({
      kind: 'table',
      caption: 'Standard error by level, query and released count',
      columns: [
        { title: 'Level' },
        { title: 'Query' },
        { title: 'Count' },
        { title: 'Answers', format: 'integer' },
        { title: 'From the noise', format: 'significant', digits: 3 },
        { title: 'In simulation', format: 'significant', digits: 3 },
        { title: 'Factor', format: 'significant', digits: 3 },
      ],
      rows,
      limit: 80,
      file: cells,
    })
  }
  blocks.push({ kind: 'chart', chart: errorChart(solved) })
  return { title: 'How wrong a count is', blocks }
}

/** Answers that are released and that no measurement determines. */
function undeterminedWords(lines: SolvedRelease['calibration']['lines']): string {
  const unknown = lines.filter(({ propagated }) => !Number.isFinite(propagated))
  const names = [...new Set(unknown.map(({ query, level }) => `"${query}" by ${level}`))]
  if (names.length === 0) return ''
  return `No standard error is given for ${names.join(', ')} where it is left blank: the measurements do not determine these counts. They are one way to fill in what was measured, not a finding.`
}

/** What was measured against what is released, by level and query. */
function errorChart({ calibration, hierarchy, plans, tables }: SolvedRelease): Chart {
  const measured = plans.flatMap((plan, t) =>
    plan.measurements
      .filter(({ noise }) => noise !== 'exact')
      .map((m) => ({ level: hierarchy.levels[m.level].name, query: queryName(tables[t], m.query.name), m })),
  )
  const overall = (level: string, query: string, of: 'simulated' | 'propagated'): number => {
    const lines = calibration.lines.filter((line) => line.level === level && line.query === query)
    const answers = lines.reduce((sum, line) => sum + line.answers, 0)
    return Math.sqrt(lines.reduce((sum, line) => sum + line.answers * line[of] ** 2, 0) / Math.max(1, answers))
  }
  const noise = { name: 'noise of the measurement', values: measured.map(({ m }) => Math.sqrt(m.variance)) }
  const solved = (['propagated', 'simulated'] as const).map((of) => ({
    name: of === 'propagated' ? 'least squares' : 'released, in simulation',
    values: measured.map(({ level, query }) => overall(level, query, of)),
  }))
  return {
    kind: 'dot',
    title: 'Error of one answer',
    description:
      'The standard deviation of the noise of every query at every level, and what is left of it when released.',
    categories: measured.map(({ level, query }) => `${query}, by ${level}`),
    series: calibration.simulations === 0 ? [noise] : [noise, ...solved],
    valueLabel: 'error of a count',
  }
}

/** CONFIDENTIAL. */
export function evaluationSection({ queries, sizes, other, totals: weights, wanted }: TopdownEvaluation): Section {
  const totals = sizes.filter(({ query }) => query === 'total')
  return {
    title: 'Error against the truth',
    blocks: [
      {
        kind: 'paragraph',
        text: `The last two columns compare with the same measurements solved another way: ${other}. A ratio below 1 says that this release is closer to the truth.`,
      },
      {
        kind: 'table',
        caption: 'By level and query',
        columns: [
          { title: 'Places' },
          { title: 'Query' },
          { title: 'Total absolute error', format: 'integer' },
          { title: 'Mean', format: 'significant', digits: 3 },
          { title: 'Largest', format: 'integer' },
          { title: 'Bias', format: 'significant', digits: 2 },
          { title: 'Relative', format: 'percent', digits: 2 },
          { title: 'Mean, the other way', format: 'significant', digits: 3 },
          { title: 'Ratio', format: 'significant', digits: 3 },
        ],
        rows: queries.map((q) => [
          q.places,
          q.query,
          q.totalAbsolute,
          q.meanAbsolute,
          q.largestAbsolute,
          q.bias,
          q.relative,
          q.otherMeanAbsolute,
          q.otherMeanAbsolute === 0 ? null : q.meanAbsolute / q.otherMeanAbsolute,
        ]),
      },
      {
        kind: 'table',
        caption: 'Error of the total, by size of place',
        columns: [
          { title: 'Places' },
          { title: 'True population' },
          { title: 'Number', format: 'integer' },
          { title: 'Mean absolute error', format: 'significant', digits: 3 },
          { title: 'Bias', format: 'significant', digits: 2 },
          { title: 'Mean relative error', format: 'percent', digits: 2 },
        ],
        rows: totals.map((s) => [s.places, s.size, s.answers, s.meanAbsolute, s.bias, s.meanRelative]),
      },
      ...totalsBlocks(weights),
      ...wantedBlocks(wanted),
    ],
  }
}

/** What the shares of the spec buy beside equal ones, for what it wants. */
function wantedBlocks(wanted: TopdownEvaluation['wanted']): Block[] {
  if (wanted === undefined) return []
  return [
    {
      kind: 'table',
      caption: `Standard errors that topdown.${wanted.kind} names`,
      columns: [
        { title: 'Level' },
        { title: 'Query' },
        { title: wanted.kind === 'weights' ? 'Weight' : 'Target', format: 'significant', digits: 3 },
        { title: 'Expected with equal shares', format: 'significant', digits: 3 },
        { title: 'Expected with these', format: 'significant', digits: 3 },
        { title: 'Found', format: 'significant', digits: 3 },
      ],
      rows: wanted.errors.map((one) => [one.level, one.query, one.value, one.evenError, one.ownError, one.found]),
    },
  ]
}

/** How the leaves would be with their totals weighing more or less: `topdown.totals` chooses. */
function totalsBlocks(totals: TopdownEvaluation['totals']): Block[] {
  if (totals.length === 0) return []
  return [
    {
      kind: 'table',
      caption: 'The leaves, by how much their totals weigh (topdown.totals)',
      columns: [
        { title: 'Query' },
        { title: 'True population' },
        { title: 'Weight of the totals', format: 'integer' },
        { title: 'Mean absolute error', format: 'significant', digits: 3 },
        { title: 'Bias', format: 'significant', digits: 2 },
      ],
      rows: totals.map((one) => [one.query, one.size, one.weight, one.meanAbsolute, one.bias]),
    },
  ]
}
