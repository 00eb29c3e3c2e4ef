import { expect, test } from 'vitest'
import { dayNumber } from '../../model/index.ts'
import { ancestors, withLeafApart } from './generalisation-tree.ts'
import { treeFromDates } from './hierarchy-dates.ts'

const days = (...dates: string[]): Float64Array => Float64Array.from(dates, (date) => dayNumber(date)!)

test('days lie in months, quarters and years of the calendar, leap days and years before 1970 too', () => {
  const dates = ['1968-02-29', '1968-12-31', '1969-01-01', '1971-04-30', '1971-05-01']
  const { tree, leafOf } = treeFromDates(days(...dates), ['day', 'month', 'quarter', 'year'], 'visit')
  const lines = ancestors(tree)
  const path = (i: number): string[] => lines.map((line, level) => tree.labels[level][line[leafOf[i]]])
  expect(dates.map((_, i) => path(i))).toEqual([
    ['1968-02-29', '1968-02', '1968 Q1', '1968', '*'],
    ['1968-12-31', '1968-12', '1968 Q4', '1968', '*'],
    ['1969-01-01', '1969-01', '1969 Q1', '1969', '*'],
    ['1971-04-30', '1971-04', '1971 Q2', '1971', '*'],
    ['1971-05-01', '1971-05', '1971 Q2', '1971', '*'],
  ])
  expect(tree.labels.map((labels) => labels.length)).toEqual([1158, 40, 14, 4, 1]) // also where nobody is
  expect(tree.edges![3]).toEqual(days('1968-01-01', '1969-01-01', '1970-01-01', '1971-01-01', '1972-01-01'))
})

test('a time of day is in its day', () => {
  const { tree, leafOf } = treeFromDates(Float64Array.of(-0.25, 0, 0.99), ['day'], 'visit')
  expect([...leafOf].map((leaf) => tree.labels[0][leaf])).toEqual(['1969-12-31', '1970-01-01', '1970-01-01'])
})

test('units that do not widen are refused', () => {
  expect(() => treeFromDates(days('2020-01-01'), ['year', 'month'], 'visit')).toThrow(
    /from the narrowest to the widest/,
  )
})

test('a leaf apart is below the root alone', () => {
  const { tree } = treeFromDates(days('2020-01-31', '2020-05-01'), ['month', 'quarter'], 'visit')
  const wider = withLeafApart(tree, 'none')
  const lines = ancestors(wider)
  expect(lines.map((line, level) => wider.labels[level][line[wider.labels[0].length - 1]])).toEqual([
    'none',
    'none',
    '*',
  ])
  expect(lines.map((line, level) => wider.labels[level][line[0]])).toEqual(['2020-01', '2020 Q1', '*'])
})
