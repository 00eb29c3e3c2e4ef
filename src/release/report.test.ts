import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Chart } from './chart-kinds.ts'
import { renderReport } from './report.ts'
import type { Report, Table } from './report-parts.ts'

const HOSTILE = `</style><script>alert("x")</script><img src=x onerror='alert(1)'>&amp;`

const charts: readonly Chart[] = [
  {
    kind: 'bar',
    title: 'Mean absolute error by level',
    description: 'The error is smallest for the country and grows towards the blocks.',
    direction: 'horizontal',
    categories: ['Country', 'State', 'County and county equivalent, including independent cities', 'Tract', 'Block'],
    series: [
      { name: 'Plain top-down', values: [1.2, 14.8, 41.3, 88, 120.5] },
      { name: 'With tree least squares', values: [1.1, 9.2, 30.4, 71.9, 118] },
    ],
    valueLabel: 'people per place',
  },
  {
    kind: 'bar',
    title: 'Budget by query',
    description: 'Half of the budget goes to the detailed counts.',
    direction: 'vertical',
    categories: ['Total', 'Voting age', 'Hispanic origin by race', 'Household type', 'Detailed cells'],
    series: [{ name: 'Share', values: [0.1, 0.1, 0.15, 0.15, 0.5] }],
    valueLabel: 'share of epsilon',
  },
  {
    kind: 'line',
    title: 'Error against epsilon',
    description: 'The error falls in inverse proportion to epsilon.',
    series: [
      {
        name: 'Measured',
        x: [0.1, 0.3, 1, 3, 10],
        y: [2100, 690, 214, 70, 20],
        lower: [1600, 520, 160, 48, 12],
        upper: [2700, 900, 280, 95, 31],
      },
      { name: 'Predicted', x: [0.1, 0.3, 1, 3, 10], y: [2000, 667, 200, 67, 20] },
    ],
    xLabel: 'epsilon',
    yLabel: 'mean absolute error',
    xScale: 'log',
    yScale: 'log',
  },
  {
    kind: 'dot',
    title: 'Released totals and their standard errors',
    description: 'All intervals cover the invariant total.',
    categories: ['Alameda', 'Contra Costa', 'San Francisco'],
    series: [
      {
        name: 'Released',
        values: [1682353, 1165927, 873965],
        lower: [1600000, 1100000, 800000],
        upper: [1760000, 1230000, 950000],
      },
      {
        name: 'Last release',
        values: [1510271, 1049025, 805235],
        lower: [1450000, 990000, 760000],
        upper: [1570000, 1110000, 850000],
      },
    ],
    valueLabel: 'people',
  },
  {
    kind: 'heat',
    title: 'Bias by age and level',
    description: 'No group is systematically over- or under-counted.',
    rows: ['Country', 'State', 'County', 'Tract'],
    columns: ['0–4', '5–17', '18–64', '65–84', '85 and over'],
    values: [
      [0, 0.1, -0.1, 0, 0],
      [0.4, -0.3, 0.2, -0.2, -0.1],
      [1.2, -1.6, 0.9, 0.3, -0.8],
      [3.4, -2.8, -1.9, 2.2, Number.NaN],
    ],
    valueLabel: 'mean signed error',
    digits: 1,
  },
  {
    kind: 'histogram',
    title: 'Signed errors of counties',
    description: 'Centred on zero and symmetric.',
    edges: [-50, -40, -30, -20, -10, 0, 10, 20, 30, 40, 50],
    counts: [12, 60, 190, 480, 830, 842, 470, 201, 55, 4],
    xLabel: 'released less true',
    yLabel: 'counties',
  },
]

const table: Table = {
  kind: 'table',
  caption: 'Errors by level',
  columns: [
    { title: 'Level' },
    { title: 'Places', format: 'integer' },
    { title: 'Mean absolute', format: 'decimal', digits: 1 },
    { title: 'Share within 5', format: 'percent' },
    { title: 'Residual', format: 'significant' },
  ],
  rows: Array.from({ length: 45 }, (_, i) => [
    `Level ${i}`,
    3143 * (i + 1),
    -i * 1.25,
    1 / (i + 1),
    i === 0 ? null : 3.2e-10 * i,
  ]),
  limit: 6,
  file: 'errors.csv',
}

const sample: Report = {
  title: 'Redistricting counts, test release',
  subtitle: 'Top-down release of 2,016 cells for five levels of geography',
  stamp: 'CONFIDENTIAL',
  summary: [
    { label: 'Privacy loss', value: 'ε = 17.14', note: 'at δ = 10⁻¹⁰, rounded upward' },
    { label: 'Places', value: 11_078_300 },
    { label: 'Queries', value: 78 },
    { label: 'Consistent', value: 'yes', note: 'every level adds up, in integers' },
  ],
  sections: [
    {
      title: 'What was released',
      blocks: [
        {
          kind: 'paragraph',
          text: 'Every count below was measured once with discrete Gaussian noise and made consistent afterwards. What follows is a pure function of those measurements.',
        },
        {
          kind: 'facts',
          facts: [
            { label: 'Neighbours', value: 'change one person' },
            {
              label: 'Published exactly',
              value: 'state totals; housing units by block',
              note: 'outside the guarantee',
            },
          ],
        },
        { kind: 'notice', tone: 'info', text: 'State totals are invariant: they are published without noise.' },
        { kind: 'notice', tone: 'warn', text: 'Two facts were tried and dropped because they contradict the others.' },
        {
          kind: 'notice',
          tone: 'danger',
          title: 'The failsafe was used',
          text: 'Three places were solved with relaxed bounds.',
        },
      ],
    },
    { title: 'Accuracy', blocks: [{ kind: 'chart', chart: charts[0] }, table, { kind: 'chart', chart: charts[2] }] },
    { title: 'Budget', blocks: [{ kind: 'chart', chart: charts[1] }] },
    { title: 'By place and group', blocks: charts.slice(3).map((chart) => ({ kind: 'chart', chart })) },
  ],
  colophon: 'Made by Tacet 0.1.0. The manifest beside this file holds the fingerprints of every input and output.',
}

const html = renderReport(sample)

test('the page is one file that may load nothing', () => {
  expect(html.startsWith('<!doctype html>')).toBe(true)
  expect(html).not.toMatch(/<script|<link|<iframe|<img|@import|url\(|https?:/)
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1]
  const style = /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  expect(policy).toBe(`default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`)
  expect(html).not.toMatch(/ style="/) // the policy would refuse it
})

test('every element is closed in the order it was opened', () => {
  const open: string[] = []
  for (const [, slash, tag, rest] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)\b([^>]*)>/g)) {
    if (tag === 'meta' || rest.endsWith('/')) continue
    if (slash === '') open.push(tag)
    else expect(open.pop()).toBe(tag)
  }
  expect(open).toEqual([])
})

test('headings, captions and text alternatives are where a reader needs them', () => {
  expect(html.match(/<h1/g)).toHaveLength(1)
  expect(html.match(/<h2/g)).toHaveLength(sample.sections.length + 1)
  expect(html.match(/<caption/g)).toHaveLength(html.match(/<table/g)!.length)
  expect(html.match(/<figure/g)).toHaveLength(charts.length)
  expect(html.match(/<div role="img" aria-label="[^"]+"/g)).toHaveLength(charts.length)
  expect(html.match(/<svg [^>]*aria-hidden="true"/g)).toHaveLength(charts.length)
  expect(html.match(/<details><summary>The numbers/g)).toHaveLength(charts.length)
  for (const [, id] of html.matchAll(/href="#([^"]+)"/g)) expect(html).toContain(`id="${id}"`)
})

test('numbers are printed as a bulletin prints them', () => {
  for (const text of ['11,078,300', '−1.3', '33.3 %', '3.20 × 10⁻¹⁰', '1,800,000']) expect(html).toContain(text)
  expect(html).not.toMatch(/NaN|undefined|Infinity|\[object/)
})

test('a long table is cut with a note that says how much more and where', () => {
  expect(html).toContain('39 more rows are in errors.csv.')
  expect(html).not.toContain('Level 6<')
  const one = { ...table, rows: table.rows.slice(0, 7) }
  const { file: _, ...nameless } = one
  expect(renderReport({ ...sample, sections: [{ title: 'T', blocks: [one] }] })).toContain(
    '1 more row is in errors.csv.',
  )
  expect(renderReport({ ...sample, sections: [{ title: 'T', blocks: [nameless] }] })).toContain(
    '1 more row is not shown.',
  )
})

test('a stamp is said at the top and printed on every page; without one nothing is', () => {
  expect(html).toMatch(/<header><div class="stamp" role="note"><strong>CONFIDENTIAL/)
  expect(html).toContain('<div class="stamp-corner" aria-hidden="true">CONFIDENTIAL</div>')
  expect(renderReport({ ...sample, stamp: 'NOT PRIVATE' })).toContain('<strong>NOT PRIVATE</strong>')
  expect(renderReport({ ...sample, stamp: undefined })).not.toContain('<div class="stamp')
})

/** Replaces every string of the report that a person may have written, keeping what tells kinds apart. */
function poisoned<T>(value: T, key = ''): T {
  const fixed = ['kind', 'tone', 'direction', 'xScale', 'yScale', 'scale', 'align', 'format', 'stamp']
  if (typeof value === 'string') return (fixed.includes(key) ? value : HOSTILE) as T
  if (Array.isArray(value)) return value.map((item) => poisoned(item, key)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, poisoned(item, name)])) as T
}

test('hostile text anywhere stays text', () => {
  const hostile = renderReport(poisoned(sample))
  expect(hostile).not.toMatch(/<script|<img/)
  expect(hostile).not.toMatch(/<[^>]*onerror='/)
  expect(hostile.match(/<\/style>/g)).toHaveLength(1)
  const tags = (page: string): string[] =>
    [...new Set([...page.matchAll(/<([a-z][a-z0-9]*)/g)].map(([, tag]) => tag))].sort()
  expect(tags(hostile)).toEqual(tags(html))
  expect(hostile).toContain('&lt;/style&gt;&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;')
})

test('an empty report is still a page', () => {
  const bare = renderReport({ title: 'Nothing', summary: [], sections: [] })
  expect(bare).toContain('<h1>Nothing</h1>')
  expect(bare).not.toContain('<dl')
})
