/** A loss that protects hardly anybody is pointed out: planned, spent, summed up in a ledger, and spent again by an extension. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { tacet, testFolder } from './support/cli.ts'
import { writeSmallTown } from './support/small-town.ts'

const folder = testFolder()
const path = join(folder, 'town')
const HOUSEHOLDS = ['households.csv', '--levels', 'town,district', '--size', 'persons']

beforeAll(() => {
  writeSmallTown(path)
})

test('a large epsilon is pointed out before it is spent, and so are small ones that add up', () => {
  const groups = (...args: readonly string[]) => tacet(['groups', ...HOUSEHOLDS, ...args], path)
  expect(groups('--epsilon', '6', '--out', 'first').stderr).not.toMatch(/is large|Together/)
  expect(groups('--epsilon', '6', '--out', 'second').stderr).toMatch(
    /Together with what was spent on these data before, this is epsilon of 12 /,
  )
  expect(groups('--epsilon', '25', '--seed', 's', '--out', 'simulated').stderr).not.toMatch(/is large/)
  const shown = tacet(['ledger', 'show', 'tacet-ledger.jsonl'], path)
  expect(shown.stdout).toMatch(/Note: {6}All runs together spent epsilon of 12 .*163,000/)
})

test('plans say it', () => {
  const town = readFileSync(join(path, 'town.yaml'), 'utf8').replace('epsilon: 2', 'epsilon: 30')
  writeFileSync(join(path, 'large.yaml'), town)
  expect(tacet(['plan', 'large.yaml'], path).stdout).toMatch(/Note: An epsilon of 30 .* is large/)
  expect(tacet(['plan', 'town.yaml'], path).stdout).not.toMatch(/is large/)
})

test('an extension says what both spend together', () => {
  const spec = (attributes: string): string =>
    `tacet: 1\nsource: { file: people.csv }\ngeography: { top: town, columns: [district] }\nattributes:\n  - { name: sex, levels: [female, male] }\n${attributes}privacy: { epsilon: 3, ledger: own.jsonl }\nworkload: [{ query: total }, { query: sex }]\ntopdown: { simulations: 0 }\n`
  writeFileSync(join(path, 'now.yaml'), spec(''))
  writeFileSync(join(path, 'later.yaml'), spec('  - { name: age, bins: [0, 18, 65, 100] }\n'))
  expect(tacet(['topdown', 'now.yaml', '--out', 'now'], path).code).toBe(0)
  const later = tacet(['topdown', 'later.yaml', '--extend', 'now', '--out', 'later'], path)
  expect(later.code, later.stderr).toBe(0)
  expect(later.stdout).toMatch(/This release extends run .* for whoever is in both, epsilon 6 in all/)
})
