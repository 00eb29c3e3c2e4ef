import { expect, test } from 'vitest'
import { Latest } from './latest.ts'

test('an answer that was overtaken in its slot is not wanted', () => {
  const latest = new Latest<'first' | 'second'>()
  const early = latest.ask('first')
  expect(early()).toBe(true)
  const late = latest.ask('first')
  expect([early(), late()]).toEqual([false, true])
})

test('a question for one slot leaves the answer of the other wanted', () => {
  const latest = new Latest<'first' | 'second'>()
  const first = latest.ask('first')
  const second = latest.ask('second')
  expect([first(), second()]).toEqual([true, true])
})
