/** The report of an anonymisation: how much was lost and how little it could be, who could still be found, what is left. */
import {
  type AnonymityProblem,
  type ClassesResult,
  classSizes,
  contributions,
  correlations,
  gapWords,
  marginals,
  pointsOf,
  riskBefore,
  riskOf,
  type Verdict,
} from '../../anonymity/index.ts'
import type { Block, Report, Section } from '../../release/index.ts'
import type { ColumnRoles } from './column-roles.ts'

/** Files larger than this have no figures by variable: each would take a pass of its own. */
const MOST_FOR_CONTRIBUTIONS = 200_000
const BINS = 12

export function anonymizeReport(
  { title, person, file }: { readonly title: string; readonly person: string | undefined; readonly file: string },
  problem: AnonymityProblem,
  result: ClassesResult,
  checked: Verdict,
): Report {
  const { figures, lowerBound, optimal, classOf } = result
  const cells = problem.records * problem.attributes.length
  const gap = gapWords({ loss: figures.loss, lowerBound, optimal })
  return {
    title,
    subtitle: `${problem.k}-anonymous records`,
    summary: [
      { label: 'Loss', value: figures.loss, ...(gap !== undefined && { note: gap }) },
      { label: 'Loss a cell', value: `${((100 * figures.loss) / cells).toFixed(2)} %` },
      { label: 'Classes', value: figures.classes, note: `${figures.smallest} to ${figures.largest} records` },
      { label: 'Suppressed', value: figures.suppressed, note: `of ${problem.records.toLocaleString('en')} records` },
    ],
    sections: [
      guarantee(problem, person, checked, figures.suppressed),
      utility(problem, result, file),
      risk(problem, classOf),
      correlationSection(problem, classOf),
    ].filter((section) => section.blocks.length > 0),
  }
}

/** The report with a section that names what became of the other columns, after what is guaranteed. */
export function withColumns(report: Report, { untouched, leftOut }: ColumnRoles): Report {
  const [first, ...rest] = report.sections
  const list = (names: readonly string[]): string => (names.length === 0 ? 'none' : names.join(', '))
  const section: Section = {
    title: 'Other columns',
    blocks: [
      {
        kind: 'facts',
        facts: [
          { label: 'Published as they are', value: list(untouched) },
          { label: 'Left out', value: list(leftOut) },
        ],
      },
      {
        kind: 'paragraph',
        text: 'Columns that are published as they are hold what the records hold, and may tell who somebody is. Nothing in this report speaks for them.',
      },
    ],
  }
  return { ...report, sections: [first, section, ...rest] }
}

function guarantee({ k }: AnonymityProblem, person: string | undefined, checked: Verdict, suppressed: number): Section {
  const people =
    person === undefined
      ? ''
      : ` k counts people: records that are alike are of at least ${k} of them (by ${person}), and lines are in the order of what they publish, so that none stands beside another because both are of one person.`
  const also =
    suppressed > 0
      ? ` The ${suppressed} suppressed records publish * and are such a class too, under the same rules: fewer than ${k} are never suppressed.`
      : ''
  return {
    title: 'What is guaranteed',
    blocks: [
      {
        kind: 'paragraph',
        text: `Every record is alike to at least ${k - 1} others in the quasi-identifiers, and truthful: the original value lies in what is published.${people}${also} This is not differential privacy: it says nothing about who knows more, and other columns are untouched.`,
      },
      {
        kind: 'notice',
        tone: checked.valid ? 'info' : 'danger',
        title: 'Independent check',
        text: checked.valid
          ? `Recomputed from the columns by code that shares nothing with the search: ${checked.classes} classes, the smallest of ${checked.smallest}, loss ${checked.loss.toFixed(6)}.`
          : checked.faults.join('; '),
      },
    ],
  }
}

function utility(problem: AnonymityProblem, { figures, classOf }: ClassesResult, file: string): Section {
  const sizes = classSizes(classOf)
  const shown = sizes.slice(0, BINS)
  const rest = sizes.slice(BINS).reduce((sum, { classes }) => sum + classes, 0)
  const distances = marginals(problem, classOf)
  return {
    title: 'What was lost',
    blocks: [
      {
        kind: 'table',
        caption: 'By quasi-identifier',
        columns: [
          { title: 'Column' },
          { title: 'Loss', format: 'significant', digits: 4 },
          { title: 'Mean loss a record', format: 'percent', digits: 2 },
          { title: 'Distribution moved', format: 'percent', digits: 2 },
        ],
        rows: problem.attributes.map(({ name }, a) => [
          name,
          figures.byAttribute[a],
          figures.byAttribute[a] / problem.records,
          distances[a].distance,
        ]),
        file,
      },
      {
        kind: 'chart',
        chart: {
          kind: 'bar',
          direction: 'vertical',
          title: 'Sizes of classes',
          description: 'How many classes there are of each size.',
          categories: [...shown.map(({ size }) => String(size)), ...(rest > 0 ? ['more'] : [])],
          series: [{ name: 'classes', values: [...shown.map(({ classes }) => classes), ...(rest > 0 ? [rest] : [])] }],
          valueLabel: 'classes',
        },
      },
      {
        kind: 'facts',
        facts: [
          { label: 'Average class size', value: Number(figures.averageSize.toFixed(2)) },
          { label: 'Discernibility', value: figures.discernibility },
        ],
      },
    ],
  }
}

function risk(problem: AnonymityProblem, classOf: Int32Array): Section {
  const points = pointsOf(problem)
  const [before, after] = [riskBefore(points), riskOf(classOf)]
  const blocks: Block[] = [
    {
      kind: 'table',
      caption: 'Risk of being found again',
      columns: [
        { title: 'Attacker' },
        { title: 'Before', format: 'percent', digits: 2 },
        { title: 'After', format: 'percent', digits: 2 },
      ],
      rows: [
        ['prosecutor (knows the person is in the file)', before.prosecutor, after.prosecutor],
        ['journalist (the file as the population)', before.journalist, after.journalist],
        ['marketer (share of right matches)', before.marketer, after.marketer],
        ['records that are unique', before.uniques / problem.records, after.uniques / problem.records],
      ],
    },
  ]
  if (problem.records <= MOST_FOR_CONTRIBUTIONS) {
    blocks.push({
      kind: 'table',
      caption: 'What each column adds to uniqueness, before',
      columns: [
        { title: 'Column' },
        { title: 'Distinct values a record', format: 'percent', digits: 2 },
        { title: 'Uniques it makes', format: 'integer' },
      ],
      rows: contributions(points).map((c) => [
        problem.attributes[c.attribute].name,
        c.distinction,
        c.uniques - c.uniquesWithout,
      ]),
    })
  }
  return { title: 'Who could be found', blocks }
}

function correlationSection(problem: AnonymityProblem, classOf: Int32Array): Section {
  const pairs = correlations(problem, classOf)
  if (pairs.length === 0) return { title: 'Correlations', blocks: [] }
  return {
    title: 'Correlations',
    blocks: [
      {
        kind: 'table',
        caption: 'Of numbers, with the middles of the ranges after',
        columns: [
          { title: 'Columns' },
          { title: 'Before', format: 'decimal', digits: 3 },
          { title: 'After', format: 'decimal', digits: 3 },
        ],
        rows: pairs.map((pair) => [pair.names.join(', '), pair.before, pair.after]),
      },
    ],
  }
}
