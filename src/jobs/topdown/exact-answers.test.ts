import { expect, test } from 'vitest'
import { buildHierarchy, compileQuery, recordDomain, selectionPartition } from '../../model/index.ts'
import { exactAnswers } from './exact-answers.ts'

const schema = {
  attributes: [
    { name: 'role', column: 'role', levels: ['householder', 'other'], missing: { rule: 'error', values: [] } },
    { name: 'sex', column: 'sex', levels: ['f', 'm'], missing: { rule: 'error', values: [] } },
  ],
  recodes: [],
} as const
const hierarchy = buildHierarchy(
  ['town', 'ward', 'block'],
  [
    ['a', 'a/1'],
    ['a', 'a/2'],
    ['b', 'b/1'],
  ],
)

test('what a link fixes at the wards is exact there and above, and nothing else is', () => {
  const householders = selectionPartition(schema, hierarchy, 1, { role: ['householder'] }, 'householders and homes')
  const neighbours = { invariants: [householders], domain: recordDomain(schema, hierarchy) }
  const isExact = exactAnswers(schema, hierarchy, neighbours, new Set())
  const role = compileQuery(schema, 'role')
  const crossed = compileQuery(schema, 'role * sex')
  expect([0, 1, 2].map((level) => isExact(level, role, 0))).toEqual([true, true, false])
  expect([0, 1, 2].map((level) => isExact(level, role, 1))).toEqual([false, false, false])
  expect([0, 1, 2, 3].some((answer) => isExact(0, crossed, answer))).toBe(false)
  expect(isExact(0, compileQuery(schema, 'total'), 0)).toBe(false)
  const tried = exactAnswers(schema, hierarchy, neighbours, new Set(['householders and homes']))
  expect(tried(0, role, 0)).toBe(false)
})
