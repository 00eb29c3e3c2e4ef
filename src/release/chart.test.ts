import { expect, test } from 'vitest'
import { renderChart } from './chart.ts'
import { CHART_WIDTH } from './chart-frame.ts'
import type { Chart } from './chart-kinds.ts'
import { textWidth, wrap } from './labels.ts'
import { scaleOver } from './scales.ts'

const long = 'Zusammengesetztehauptgemeindeverbandsangelegenheiten'
const named = { title: 'T', description: 'D' }

/** Every line of text with where it begins and ends, by its anchor; turned text is left out. */
function extents(svg: string): { text: string; from: number; to: number }[] {
  return [...svg.matchAll(/<text text-anchor="(\w+)"([^>]*)>(.*?)<\/text>/g)].flatMap(([, anchor, rest, inside]) =>
    rest.includes('transform')
      ? []
      : [...inside.matchAll(/<tspan x="([-\d.]+)"[^>]*>([^<]*)</g)].map(([, x, text]) => {
          const width = textWidth(text)
          const from = Number(x) - (anchor === 'end' ? width : anchor === 'middle' ? width / 2 : 0)
          return { text, from, to: from + width }
        }),
  )
}

const charts: [string, Chart][] = [
  [
    'horizontal bars',
    {
      ...named,
      kind: 'bar',
      direction: 'horizontal',
      categories: ['a', `${long} ${long}`],
      series: [{ name: 's', values: [-1234567, 2345678] }],
      valueLabel: 'v',
    },
  ],
  [
    'vertical bars',
    {
      ...named,
      kind: 'bar',
      direction: 'vertical',
      categories: ['one', 'two words', 'three'],
      series: [
        { name: 's', values: [1, 2, 3] },
        { name: 't', values: [3, -2, 1] },
      ],
      valueLabel: 'v',
    },
  ],
  [
    'lines',
    {
      ...named,
      kind: 'line',
      series: [{ name: 's', x: [1, 1000000], y: [0.001, 5], lower: [-1, 2], upper: [1, 9] }],
      xLabel: 'x',
      yLabel: 'y',
      xScale: 'log',
    },
  ],
  [
    'dots',
    {
      ...named,
      kind: 'dot',
      categories: [long, 'b'],
      series: [{ name: 's', values: [1e6, 9999999], lower: [9e5, 9e6], upper: [2e6, 1.2e7] }],
      valueLabel: 'v',
      scale: 'log',
    },
  ],
  ['heat map', { ...named, kind: 'heat', rows: [long], columns: ['a', 'b'], values: [[1, -2]], valueLabel: 'v' }],
  [
    'histogram',
    { ...named, kind: 'histogram', edges: [0, 1000000, 2000000], counts: [3, 4000000], xLabel: 'x', yLabel: 'y' },
  ],
]

test.each(charts)('%s: no label leaves the sheet', (_, chart) => {
  const { svg } = renderChart(chart)
  const found = extents(svg)
  expect(found.length).toBeGreaterThan(3)
  for (const { text, from, to } of found) {
    expect(from, text).toBeGreaterThanOrEqual(-1)
    expect(to, text).toBeLessThanOrEqual(CHART_WIDTH + 1)
  }
})

test('a word too wide for its upright bar turns all names, and the first stays on the sheet', () => {
  const categories = ['Considerablylongername', ...Array.from({ length: 19 }, (_, i) => `place ${i}`)]
  const values = categories.map((_, i) => i)
  const { svg } = renderChart({
    ...named,
    kind: 'bar',
    direction: 'vertical',
    categories,
    series: [{ name: 's', values }],
    valueLabel: 'v',
  })
  const [, x] = /rotate\(-40 ([\d.]+) /.exec(svg)!
  expect(Number(x)).toBeGreaterThanOrEqual(textWidth(categories[0]) * Math.cos((40 * Math.PI) / 180) - 4)
})

test('the lengths of bars are the values', () => {
  const { svg, table } = renderChart({
    ...named,
    kind: 'bar',
    direction: 'horizontal',
    categories: ['a', 'b'],
    series: [{ name: 's', values: [10, 30] }],
    valueLabel: 'people',
  })
  const widths = [...svg.matchAll(/<rect [^>]*width="([\d.]+)"[^>]*class="s1 fill"/g)].map(([, width]) => Number(width))
  expect(widths).toHaveLength(2)
  expect(widths[1] / widths[0]).toBeCloseTo(3, 2)
  expect(table).toEqual({
    columns: ['', 'people'],
    rows: [
      ['a', 10],
      ['b', 30],
    ],
  })
})

test('several series get a legend, marks and dashes of their own; one gets none', () => {
  const series = [1, 2, 3].map((k) => ({ name: `series ${k}`, x: [0, 1], y: [k, k] }))
  const { svg } = renderChart({ ...named, kind: 'line', series, xLabel: 'x', yLabel: 'y' })
  for (const part of ['class="legend"', 's1 line dash0', 's2 line dash1', 's3 line dash2']) expect(svg).toContain(part)
  expect(
    renderChart({ ...named, kind: 'line', series: series.slice(0, 1), xLabel: 'x', yLabel: 'y' }).svg,
  ).not.toContain('legend')
})

test('scales have round ends that hold the data', () => {
  const linear = scaleOver('linear', [-3, 47], 0, 100)
  expect(linear.ticks).toEqual([-10, 0, 10, 20, 30, 40, 50])
  expect([linear.place(-10), linear.place(20), linear.place(50)]).toEqual([0, 50, 100])
  const log = scaleOver('log', [3, 40], 0, 100)
  expect(log.ticks).toEqual([2, 5, 10, 20, 50])
  expect(log.place(10)).toBeCloseTo(50, 9)
  expect(scaleOver('log', [0.001, 1e6], 0, 1).ticks).toEqual(
    [0.001, 0.01, 0.1, 1, 10, 100, 1000, 10000, 100000, 1000000].filter((_, k) => k % 2 === 0),
  )
  expect(scaleOver('linear', [5, 5], 0, 1).domain[0]).toBeLessThanOrEqual(5)
  expect(scaleOver('linear', [], 0, 1).domain).toEqual([0, 1])
  expect(() => scaleOver('log', [0, 1], 0, 1)).toThrow('positive values only')
})

test('wrapping keeps every character', () => {
  const text = `short ${long} and a tail of words`
  const lines = wrap(text, 120)
  expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
  for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(120)
})

test('a chart of nothing says so', () => {
  const empty: Chart[] = [
    { ...named, kind: 'bar', direction: 'vertical', categories: [], series: [], valueLabel: 'v' },
    { ...named, kind: 'line', series: [{ name: 's', x: [], y: [] }], xLabel: 'x', yLabel: 'y' },
    { ...named, kind: 'dot', categories: [], series: [], valueLabel: 'v' },
    { ...named, kind: 'heat', rows: [], columns: [], values: [], valueLabel: 'v' },
    { ...named, kind: 'histogram', edges: [], counts: [], xLabel: 'x', yLabel: 'y' },
  ]
  for (const chart of empty) expect(renderChart(chart).svg).toContain('Nothing to show.')
})

test('values that are missing leave a gap and never reach the page as NaN', () => {
  const values = [1, Number.NaN, 3]
  const categories = ['a', 'b', 'c']
  const holed: Chart[] = [
    { ...named, kind: 'bar', direction: 'horizontal', categories, series: [{ name: 's', values }], valueLabel: 'v' },
    { ...named, kind: 'bar', direction: 'vertical', categories, series: [{ name: 's', values }], valueLabel: 'v' },
    {
      ...named,
      kind: 'dot',
      categories,
      series: [{ name: 's', values, lower: values, upper: values }],
      valueLabel: 'v',
    },
    {
      ...named,
      kind: 'line',
      series: [{ name: 's', x: [1, 2, 3], y: values, lower: values, upper: values }],
      xLabel: 'x',
      yLabel: 'y',
    },
  ]
  for (const chart of holed) expect(renderChart(chart).svg).not.toContain('NaN')
})
