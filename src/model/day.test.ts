import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayNumber, daysLabel, isoDay, isoTime } from './day.ts'

test('days and their numbers are each other', () => {
  expect(dayNumber('1970-01-01')).toBe(0)
  expect(dayNumber('2000-03-01')).toBe(11_017)
  fc.assert(
    fc.property(fc.integer({ min: -200_000, max: 200_000 }), (day) => {
      expect(dayNumber(isoDay(day))).toBe(day)
    }),
  )
})

test.each(['2020-02-30', '2021-02-29', '2020-13-01', '20200101', '01.02.2020', '2020-1-1', ''])(
  '%s is no day',
  (text) => {
    expect(dayNumber(text)).toBeUndefined()
  },
)

test.each([
  ['2020-01-01', '2021-01-01', '2020'],
  ['2020-03-01', '2020-04-01', '2020-03'],
  ['2020-02-01', '2020-03-01', '2020-02'],
  ['2020-03-05', '2020-03-06', '2020-03-05'],
  ['2020-01-01', '2020-07-01', '2020-01-01 to 2020-06-30'],
  ['2019-01-01', '2021-01-01', '2019-01-01 to 2020-12-31'],
])('from %s to before %s is called %s', (from, to, label) => {
  expect(daysLabel(dayNumber(from) as number, dayNumber(to) as number)).toBe(label)
})

test('a fraction of a day is a time', () => {
  expect(isoTime((dayNumber('2020-12-31') as number) + 0.75)).toBe('2020-12-31 18:00:00')
})
