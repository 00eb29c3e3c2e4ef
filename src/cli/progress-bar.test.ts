import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { barText, progressBar } from './progress-bar.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubEnv('LC_ALL', 'C.UTF-8')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

test('the bar begins with what is expected, and goes by the pace once there is one', () => {
  expect(barText('Measuring', 0, 100, 0, 12, 79)).toMatch(/^Measuring {2}░+ 0 % {2}about 12 s left$/)
  expect(barText('Measuring', 50, 100, 3, 12, 79)).toMatch(/50 % {2}about 3 s left$/)
  expect(barText('Measuring', 0, 100, 0, undefined, 79)).toMatch(/0 % {2}0 s$/) // nothing to go by: the time so far
  expect(barText('Reading', 0, undefined, 4, undefined, 79)).toBe('Reading  4 s')
  expect(barText('Measuring', 0, 100, 20, 12, 79)).not.toMatch(/left/) // later than expected, and no pace yet
})

test('the bar gives way to the figures', () => {
  const long = 'Simulating the release, to find its errors'
  expect(barText(long, 50, 100, 3, undefined, 79)).toMatch(/^Simulating.* █+░+ 50 % {2}about 3 s left$/)
  expect(barText(long, 50, 100, 3, undefined, 79).length).toBeLessThanOrEqual(79)
  expect(barText(long, 50, 100, 3, undefined, 66)).toBe(`${long}  50 %  about 3 s left`)
})

test('one line, cut to the width, taken away before anything else is written', () => {
  const written: string[] = []
  const bar = progressBar({ columns: 30, write: (text) => written.push(text) })
  bar.phase('A phase with a name that is far too long for the line')
  vi.advanceTimersByTime(150)
  expect(written).toEqual(['\rA phase with a name that is f\x1b[K'])
  bar.clear()
  bar.clear()
  expect(written.slice(1)).toEqual(['\r\x1b[K'])
  bar.close()
  vi.advanceTimersByTime(1000)
  expect(written.length).toBe(2)
})

test('an unchanged line is not written again, and a short phase not at all', () => {
  const written: string[] = []
  const bar = progressBar({ columns: 80, write: (text) => written.push(text) })
  bar.phase('First')
  vi.advanceTimersByTime(100)
  bar.phase('Second')
  vi.advanceTimersByTime(800)
  expect(written).toEqual(['\rSecond  0 s\x1b[K'])
  bar.close()
})

test('its timer keeps no process alive', () => {
  vi.useRealTimers()
  const before = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
  const bar = progressBar({ columns: 80, write: () => {} })
  expect(process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length).toBe(before)
  bar.close()
})
