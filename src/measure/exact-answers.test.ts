import { expect, test } from 'vitest'
import { buildHierarchy, compileQuery } from '../model/index.ts'
import { compileSchema, parseSpec } from '../spec/index.ts'
import { exactAnswers } from './exact-answers.ts'
import { planJointly } from './joint-plan.ts'

const hierarchy = buildHierarchy(
  ['town', 'ward', 'block'],
  [
    ['a', 'a/1'],
    ['a', 'a/2'],
    ['b', 'b/1'],
  ],
)

function people(mode: string) {
  const spec = parseSpec(
    `{ tacet: 1, source: { file: p.csv }, geography: { top: town, columns: [ward, block] },
    attributes: [{ name: role, levels: [householder, other] }, { name: sex, levels: [f, m] }],
    privacy: { epsilon: 1 }, workload: [{ query: role }],
    units: { source: { file: u.csv }, attributes: [{ name: status, levels: [occupied, vacant] }], privacy: { epsilon: 1 },
      workload: [{ query: status }], public: [{ query: status, level: ward, exactly: data }],
      links: [{ level: ward, people: { role: [householder] }, atMostTimes: 1, atLeastTimes: 1, units: { status: [occupied] }, mode: ${mode} }] } }`,
    'a spec',
  )
  const { units } = spec
  if (units === undefined) throw new Error('no units')
  const schema = compileSchema(spec)
  const homes = compileSchema({ ...spec, ...units })
  const tables = [
    { name: 'people', schema, spec },
    { name: 'units', schema: homes, spec: { ...spec, ...units } },
  ] as const
  return { schema, plan: planJointly({ tables, links: units.links }, hierarchy) }
}

test('what a link fixes at the wards is exact there and above, and in a block that is alone in its ward', () => {
  const { schema, plan } = people('enforced')
  const isExact = exactAnswers(plan, 'people')
  const role = compileQuery(schema, 'role')
  const crossed = compileQuery(schema, 'role * sex')
  expect([0, 1, 2].map((level) => isExact(level, 0, role, 0))).toEqual([true, true, false])
  expect(isExact(2, 2, role, 0)).toBe(true)
  expect([0, 1, 2].map((level) => isExact(level, 0, role, 1))).toEqual([false, false, false])
  expect([0, 1, 2, 3].some((answer) => isExact(0, 0, crossed, answer))).toBe(false)
  expect(isExact(0, 0, compileQuery(schema, 'total'), 0)).toBe(false)
})

test.each(['tried', 'checked'])('a link that is only %s fixes nothing', (mode) => {
  const { schema, plan } = people(mode)
  expect(exactAnswers(plan, 'people')(0, 0, compileQuery(schema, 'role'), 0)).toBe(false)
})
