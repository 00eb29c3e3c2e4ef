import { expect, test } from 'vitest'
import { decimal, readableLoss } from './readable-loss.ts'

test('fractions are printed as decimals', () => {
  expect(['8201/200', '17083/1250', '1/3', '-1/8', '7', 'to the floor'].map(decimal)).toEqual([
    '41.005',
    '13.6664',
    '0.3333333',
    '-0.125',
    '7',
    'to the floor',
  ])
})

test('a privacy loss is rounded up, never down', () => {
  expect(readableLoss('epsilon 16/9 (1.777778)')).toBe('epsilon 1.778')
  expect(readableLoss('epsilon 1 at delta 9.997441e-7')).toBe('epsilon 1 at delta 1e-6')
  expect(readableLoss('epsilon 2')).toBe('epsilon 2')
  expect(readableLoss('rho 1/10 (0.1) (zCDP), which is epsilon 3.050012 at delta 1/10000000000')).toBe(
    'rho 0.1 (zCDP), which is epsilon 3.051 at delta 1e-10',
  )
  expect(readableLoss('epsilon 12345.01 at delta 1.0001e-5')).toBe('epsilon 12346 at delta 1.01e-5')
})
