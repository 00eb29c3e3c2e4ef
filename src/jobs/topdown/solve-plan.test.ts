import { expect, test } from 'vitest'
import { buildHierarchy } from '../../model/index.ts'
import { parseSpec, type SpecFile } from '../../spec/index.ts'
import { planSolve } from './solve-plan.ts'
import { planTables, tablesOf } from './tables.ts'

const SPEC = `tacet: 1
source: { file: people.csv }
geography: { top: town, columns: [ward] }
attributes: [{ name: sex, levels: [f, m] }]
privacy: { epsilon: 1 }
workload: [{ query: total }, { query: detailed }]
`

function plan(text: string) {
  const file: SpecFile = { path: 'town.yaml', text, spec: parseSpec(text, 'town.yaml') }
  const hierarchy = buildHierarchy(['town', 'ward'], [['w1'], ['w2']])
  const tables = tablesOf(file)
  return planSolve(file, tables, planTables(tables, hierarchy, false), hierarchy)
}

test('a spec that says nothing of how it is solved is solved as one that leaves every choice open', () => {
  const { estimate, rounding, totals, simulations, passes } = plan(SPEC)
  expect({ estimate, rounding, totals, simulations, passes }).toEqual({
    estimate: 'tree',
    rounding: 'chain',
    totals: 16,
    simulations: 1,
    passes: [],
  })
  expect(plan(`${SPEC}topdown: {}\n`)).toEqual(plan(SPEC))
})

test('totals weigh as their noise says where passes meet them first', () => {
  expect(plan(`${SPEC}topdown: { passes: [[total]] }\n`).totals).toBe(1)
  expect(plan(`${SPEC}topdown: { totals: 4 }\n`).totals).toBe(4)
})
