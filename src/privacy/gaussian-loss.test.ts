import { expect, test } from 'vitest'
import { convolved, gaussianLoss, type LossMasses } from './gaussian-loss.ts'

const STEP = 2 ** -6
const sum = (of: LossMasses): number => of.masses.reduce((total, mass) => total + mass, 0)
const atoms = ({ masses }: LossMasses): number => masses.filter((mass) => mass > 0).length

test.each([0.3, 2, 9, 40])('what is cut off the noise counts as an infinite loss: variance %d', (variance) => {
  for (const cut of [0.2, 0.05, 0.001]) {
    const { masses, infinite } = gaussianLoss({ variance, entries: 1 }, STEP, cut)
    expect(masses.length).toBeGreaterThan(1)
    const weight = (x: number): number => Math.exp(-(x ** 2) / (2 * variance))
    const last = Math.ceil(Math.sqrt(-2 * variance * Math.log(cut)))
    let [inside, outside] = [0, 0]
    for (let x = -200; x <= 200; x++) Math.abs(x) <= last ? (inside += weight(x)) : (outside += weight(x))
    expect(infinite).toBeGreaterThanOrEqual(outside / (inside + outside))
    expect(infinite).toBeGreaterThan(0)
  }
})

test('what is cut off a sum counts as an infinite loss: nothing of the mass is lost', () => {
  for (const cut of [0.2, 0.05, 0.001]) {
    const one = gaussianLoss({ variance: 4, entries: 1 }, STEP, 1e-12)
    const both = convolved(one, one, cut)
    expect(both.masses.length).toBeLessThan(2 * one.masses.length - 1)
    expect(sum(both)).toBeLessThan(1 - cut / 10)
    expect(sum(both) + both.infinite).toBeGreaterThan(1 - 1e-9)
    expect(convolved(both, one, cut).infinite).toBeGreaterThanOrEqual(both.infinite + one.infinite)
  }
})

test('every product and sum on the way to a mass is counted as a rounding', () => {
  const one = gaussianLoss({ variance: 4, entries: 1 }, STEP, 1e-12)
  expect(one.roundings).toBeGreaterThan(atoms(one))
  const other = gaussianLoss({ variance: 50, entries: 3 }, STEP, 1e-12)
  const both = convolved(one, other, 1e-12)
  // One product and one sum for each atom of the sparser of the two.
  expect(both.roundings).toBeGreaterThanOrEqual(
    one.roundings + other.roundings + 2 * Math.min(atoms(one), atoms(other)),
  )
})
