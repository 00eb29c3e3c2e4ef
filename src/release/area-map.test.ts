import { expect, test } from 'vitest'
import { renderChart } from './chart.ts'
import type { AreaMap } from './chart-kinds.ts'

const square = (x: number, y: number): [number, number][] => [
  [x, y],
  [x + 1, y],
  [x + 1, y + 1],
  [x, y + 1],
  [x, y],
]

const chart = (values: readonly number[]): AreaMap => ({
  kind: 'map',
  title: 'T',
  description: 'D',
  areas: values.map((value, i) => ({ name: `place ${i}`, value, rings: [square(i, 50)] })),
  valueLabel: 'people',
})

const shades = (svg: string): string[] =>
  [...svg.matchAll(/<path [^>]*class="area ([\w-]+)"/g)].map(([, shade]) => shade)

test('deeper is more, and an area without a value says so', () => {
  const { svg, table } = renderChart(chart([10, 20, 30, 40, 50, Number.NaN]))
  expect(shades(svg)).toEqual(['shade0', 'shade1', 'shade2', 'shade3', 'shade4', 'no-value'])
  expect(svg).toContain('place 5: no figure')
  expect(table.rows).toContainEqual(['place 3', 40])
  expect(svg).not.toContain('NaN')
})

test('equal values have one shade', () => {
  expect(new Set(shades(renderChart(chart([7, 7, 7])).svg)).size).toBe(1)
})

test('north is up, and a degree of longitude is shorter than one of latitude', () => {
  const north: AreaMap = { ...chart([1]), areas: [{ name: 'a', value: 1, rings: [square(0, 60)] }] }
  const { svg } = renderChart(north)
  const [, path] = /d="M([^"]+)Z"/.exec(svg)!
  const points = path.split('L').map((point) => point.split(',').map(Number))
  const [southWest, southEast, northEast] = points
  expect(northEast[1]).toBeLessThan(southEast[1])
  const [width, height] = [southEast[0] - southWest[0], southEast[1] - northEast[1]]
  expect(width / height).toBeCloseTo(Math.cos((60.5 * Math.PI) / 180), 2)
})
