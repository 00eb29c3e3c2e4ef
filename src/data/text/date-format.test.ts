import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dateEvidence } from './date-format.ts'

test.each([
  [['31.01.2020', '1.2.2020'], ['dd.mm.yyyy']],
  [['01.02.2020'], ['dd.mm.yyyy']],
  [['01/02/2020', '13/02/2020'], ['dd/mm/yyyy']],
  [['01/02/2020', '01/13/2020'], ['mm/dd/yyyy']],
  [['01/02/2020'], ['dd/mm/yyyy', 'mm/dd/yyyy']],
  [['01-02-2020 08:15'], ['dd-mm-yyyy', 'mm-dd-yyyy']],
  [['2020/12/31 23:59:59'], ['yyyy/mm/dd']],
  [['2020.12.31'], ['yyyy.mm.dd']],
])('%j tells %j', (values, formats) => {
  expect(dateEvidence(values)).toEqual(formats)
})

test.each([
  [['13/13/2020']],
  [['13/01/2020', '01/13/2020']],
  [['01.13.2020']],
  [['01/02/2020', '01.02.2020']],
  [['01/02/2020', 'yesterday']],
  [['01/02/20']],
  [['2020-01-02']],
  [[]],
])('%j tells nothing', (values) => {
  expect(dateEvidence(values)).toBeUndefined()
})

test('the true order is never ruled out, whatever the days', () => {
  const day = fc.tuple(fc.integer({ min: 1, max: 28 }), fc.integer({ min: 1, max: 12 }))
  fc.assert(
    fc.property(fc.array(day, { minLength: 1, maxLength: 20 }), (days) => {
      const formats = dateEvidence(days.map(([d, m]) => `${d}/${m}/2021`))
      expect(formats).toContain('dd/mm/yyyy')
      expect(formats?.length).toBe(days.some(([d]) => d > 12) ? 1 : 2)
    }),
  )
})
