import { expect, test } from 'vitest'
import { Solver } from '../../optimize/index.ts'
import { readLp } from '../program/lp-text.ts'
import { solverModel } from '../program/solver-model.ts'
import { improvesForEver } from './endless.ts'

const solver = new Solver()
const endless = (text: string): Promise<boolean> => {
  const program = readLp(text)
  const task = {
    solver,
    model: solverModel(program),
    sides: program,
    digits: { significant: 12 },
    options: {},
    anchor: null,
  }
  return improvesForEver(task)
}

test.each([
  ['a free direction', 'max\n x\nst\n c: x - y <= 1\nend'],
  ['one with a third in it', 'max\n x + y\nst\n c: x - 3 y = 0\nend'],
  ['one between two rows', 'max\n x\nst\n c: 3.7 x - 1.3 y <= 5\n d: y - 7 x <= 2\nend'],
  ['downwards', 'min\n x\nst\n c: x + y <= 1\nbounds\n x free\nend'],
  ['one without curvature', 'min\n y - 2 x + [ x ^ 2 - 2 x * y + y ^ 2 ] / 2\nst\n c: x >= 1\nend'],
])('%s is proved', async (_, text) => {
  expect(await endless(text)).toBe(true)
})

test.each([
  ['a bounded model', 'max\n x\nst\n c: x + y <= 1\nend'],
  ['a row that the tolerance hides', 'max\n x\nst\n c: x + 1e9 y <= 1e9\nend'],
  ['curvature', 'min\n - x + [ x ^ 2 ] / 2\nst\n c: x >= 1\nend'],
])('%s has none', async (_, text) => {
  expect(await endless(text)).toBe(false)
})
