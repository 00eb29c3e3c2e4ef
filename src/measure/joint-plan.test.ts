/** What is exact and what one person costs, in small specs whose answers can be worked out by hand. */
import { describe, expect, test } from 'vitest'
import { formatRational } from '../exact/index.ts'
import { buildHierarchy } from '../model/index.ts'
import { asPure, asZcdp, totalCost } from '../privacy/index.ts'
import { compileSchema, parseSpec } from '../spec/index.ts'
import { unitsSpec } from './exact-elsewhere.ts'
import { planJointly } from './joint-plan.ts'
import { planMeasurements } from './measure-plan.ts'
import { togetherOf } from './together.ts'

const TOWNS = buildHierarchy(['state', 'town'], [['a'], ['b']])

interface Case {
  readonly roles?: string
  readonly statuses?: string
  readonly privacy?: string
  readonly unitPrivacy?: string
  readonly workload?: string
  readonly people?: string
  readonly units?: string
  readonly impossible?: string
  readonly links?: string
  readonly attributes?: string
}

const ONCE = 'people: { role: [householder] }, units: { status: [occupied] }'
const EQUAL = `{ name: link, level: town, ${ONCE}, atMostTimes: 1, atLeastTimes: 1 }`
const AT_MOST = `{ name: link, level: town, ${ONCE}, atMostTimes: 1 }`
const STATUS = '{ name: status by town, query: status, level: town, exactly: data }'

function derived(one: Case, inherited = [] as { name: string; level: string; query: string }[], hierarchy = TOWNS) {
  const spec = parseSpec(
    `{ tacet: 1, source: { file: p.csv }, geography: { top: state, columns: [town] },
    attributes: [${one.attributes ?? '{ name: role, levels: [householder, other] }'}],
    privacy: { ${one.privacy ?? 'epsilon: 1'} }, workload: [${one.workload ?? '{ query: role }'}], public: [${one.people ?? ''}],
    units: { source: { file: u.csv }, attributes: [{ name: status, levels: [occupied, vacant] }],
      recodes: [{ name: empty, of: status, groups: { empty: [vacant] } }],
      privacy: { ${one.unitPrivacy ?? 'epsilon: 1/2'} }, workload: [{ query: status }], public: [${one.units ?? ''}],
      impossible: [${one.impossible ?? ''}], links: [${one.links ?? ''}] } }`,
    'a spec',
  )
  const own = unitsSpec(spec)
  if (own === undefined) throw new Error('no units')
  const tables = [
    { name: 'people', spec, schema: compileSchema(spec) },
    { name: 'units', spec: own, schema: compileSchema(own) },
  ] as const
  const joint = planJointly({ tables, links: spec.units?.links ?? [], whole: new Set(), inherited }, hierarchy)
  const plans = tables.map(({ name, spec: its, schema }) =>
    planMeasurements(its, schema, hierarchy, false, { isUnits: name === 'units', joint }),
  )
  const together = togetherOf(plans, hierarchy)
  if (together === undefined) throw new Error('no units')
  const spent = totalCost(together.cost)
  const exact = plans.map(({ publishedExactly }) => [...publishedExactly])
  return {
    plans,
    exact,
    k: together.units,
    proof: together.proof,
    together: asPure(spent) ?? asZcdp(spent),
    statement: together.statement,
  }
}

const figure = (of: ReturnType<typeof derived>) => of.together && formatRational(of.together)

describe('the golden cases', () => {
  const split = `{ name: no more, level: town, ${ONCE}, atMostTimes: 1 }, { name: no fewer, level: town, ${ONCE}, atLeastTimes: 1 }`
  test.each<[string, Case]>([
    ['1: an equality in two links', { links: split, units: STATUS }],
    ['2: an equality in one', { links: EQUAL, units: STATUS }],
    [
      '3: units and vacant ones exact',
      {
        links: EQUAL,
        units:
          '{ name: units, query: total, level: town, exactly: data }, { name: vacant, query: empty, level: town, exactly: data }',
      },
    ],
    [
      '4: equal at the state, at most at the towns',
      {
        links: `{ name: all, level: state, ${ONCE}, atLeastTimes: 1 }, { name: own, level: town, ${ONCE}, atMostTimes: 1 }`,
        units: STATUS,
      },
    ],
  ])('%s: householders by town follow, and the units are free', (_, one) => {
    const found = derived(one)
    expect(found.plans[0].measurements.find(({ level }) => level === 1)?.noise).not.toBe('exact') // others do not follow
    expect(found.plans[0].follows.map(({ level, table }) => `${table} ${level}`)).toContain('people 1')
    expect(found.plans[1].measurements.every(({ noise }) => noise === 'exact')).toBe(true)
    expect(figure(found)).toBe('1')
    expect(found.exact[0]).toHaveLength(1)
  })

  test('5: without exact counts nothing follows, and one unit changes with one person', () => {
    const links = `{ name: all, level: state, ${ONCE}, atLeastTimes: 1 }, { name: own, level: town, ${ONCE}, atMostTimes: 1 }`
    const found = derived({ links })
    expect(found.exact).toEqual([[], []])
    expect([found.k, found.proof, figure(found)]).toEqual([1, 'nested', '2'])
  })

  test('6: a person with three records', () => {
    const found = derived({ links: EQUAL, privacy: 'epsilon: 1, person: { column: id, atMost: 3 }' })
    expect(found.exact).toEqual([[], []])
    expect([found.k, figure(found)]).toEqual([3, '4'])
    expect(found.statement[0]).toMatch(
      /^One person, with up to 3 records, and up to 3 housing units .*epsilon 4\. .*epsilon 5\./,
    )
  })

  test('7: a person who changes', () => {
    const found = derived({
      links: EQUAL,
      privacy: 'epsilon: 1, unit: change-person',
      workload: '{ query: total }, { query: role }',
    })
    expect(found.exact).toEqual([['the number of records'], []])
    expect([found.k, figure(found)]).toEqual([2, '3'])
  })

  test('8: a link that is only tried fixes nothing', () => {
    const tried = EQUAL.replace('name: link', 'name: link, mode: tried')
    const found = derived({ links: tried, units: STATUS })
    expect(found.exact).toEqual([[], ['status by town']])
    expect(figure(found)).toBe('1')
  })

  const CENSUS = {
    privacy: 'rho: "293764/114921", delta: 1e-10, unit: change-person',
    unitPrivacy: 'rho: "11417641/152349649", delta: 1e-10, unit: change-person',
    people: '{ name: people, query: total, level: state, exactly: data }',
  }
  const UNITS = '{ name: units, query: total, level: town, exactly: data }'

  test('9: the 2020 shape: these counts only, and two units', () => {
    const pure = {
      ...CENSUS,
      privacy: 'epsilon: 1, unit: change-person',
      unitPrivacy: 'epsilon: 1/2, unit: change-person',
    }
    const found = derived({ ...pure, units: UNITS, links: EQUAL })
    expect(found.exact).toEqual([['people'], ['units']])
    expect([found.k, figure(found)]).toEqual([2, '2'])
    // Of two units, with 2020's budgets: 18.29.
    expect(derived({ ...CENSUS, units: UNITS, links: EQUAL }).statement.join(' ')).toMatch(/epsilon 18\.29\d* at delta/)
  })

  test('10: and vacant ones by state: householders by state follow', () => {
    const pure = {
      ...CENSUS,
      privacy: 'epsilon: 1, unit: change-person',
      unitPrivacy: 'epsilon: 1/2, unit: change-person',
    }
    const vacant = '{ name: vacant, query: empty, level: state, exactly: data }'
    const found = derived({ ...pure, units: `${UNITS}, ${vacant}`, links: EQUAL })
    expect(found.exact[0]).toContain('role by state')
    expect(found.plans[0].follows.every(({ level }) => level === 0)).toBe(true)
    expect([found.k, figure(found)]).toEqual([2, '2'])
  })

  test('11: two margins do not fix the table', () => {
    const attributes = '{ name: role, levels: [householder, other] }, { name: sex, levels: [f, m] }'
    const people =
      '{ name: role, query: role, level: town, exactly: data }, { name: sex, query: sex, level: town, exactly: data }'
    const found = derived({ attributes, people, workload: '{ query: role * sex }' })
    expect(found.exact[0]).toEqual(['role', 'sex'])
    expect(
      found.plans[0].measurements
        .filter(({ query }) => query.name === 'role * sex')
        .every(({ noise }) => noise !== 'exact'),
    ).toBe(true)
  })

  test('13: two units for a householder', () => {
    const found = derived({ links: `{ name: link, level: town, ${ONCE}, atMostTimes: 1/2 }` })
    expect(found.exact).toEqual([[], []])
    expect([found.k, found.proof, figure(found)]).toEqual([2, 'enumerated', '3'])
  })

  test('13 between units: one unit asks for another', () => {
    const ratio =
      '{ name: ratio, level: state, where: { status: [vacant] }, atMostTimes: { times: 1, of: { status: [occupied] } } }'
    const links = '{ name: link, level: state, people: { role: [other] }, units: { status: [vacant] }, atMostTimes: 1 }'
    const found = derived({ links, units: ratio })
    expect([found.k, found.proof, figure(found)]).toEqual([2, 'enumerated', '3'])
    const several = derived({ links, units: ratio, privacy: 'epsilon: 1, person: { column: id, atMost: 2 }' })
    expect([several.k, several.proof]).toEqual([2, 'none'])
    expect(several.statement.at(-1)).toMatch(/more units may have to change/)
  })

  test('13 beside each other: a householder with a home and an empty one', () => {
    const second =
      '{ name: second, level: state, people: { role: [householder] }, units: { status: [vacant] }, atLeastTimes: 1, atMostTimes: 1 }'
    for (const links of [`${EQUAL}, ${second}`, `${second}, ${EQUAL}`, `${EQUAL}, ${second}, ${EQUAL}`]) {
      const found = derived({ links })
      expect([found.k, found.proof, figure(found)]).toEqual([2, 'enumerated', '3'])
    }
  })

  test('14: an extension adds the last count', () => {
    const recodes = '{ name: role, levels: [householder, other] }'
    const before = [{ name: 'people before', level: 'town', query: 'total' }]
    const spec = { attributes: recodes, people: '{ name: others, query: role, level: state, exactly: data }' }
    const found = derived(spec, before)
    expect(found.exact[0]).toEqual(expect.arrayContaining(['people before', 'others']))
    expect(found.plans[0].neighbours.everybody).toBe(true)
    expect(found.plans[0].unit).toBe('one record changed to another')
  })

  test('15: what lines leave nobody in is 0', () => {
    const found = derived({ links: AT_MOST, impossible: '{ status: [occupied] }' })
    expect(found.exact[0]).toEqual(['link'])
    expect(found.plans[0].follows[0].never).toBe(true)
    expect([found.k, figure(found)]).toEqual([1, '2'])
  })

  test('16: the only town of an exact county', () => {
    const county = buildHierarchy(
      ['state', 'county', 'town'],
      [
        ['x', 'x1'],
        ['y', 'y1'],
        ['y', 'y2'],
      ],
    )
    const spec = parseSpec(
      `{ tacet: 1, source: { file: p.csv }, geography: { top: state, columns: [county, town] }, attributes: [{ name: role, levels: [a, b] }],
      privacy: { epsilon: 1 }, workload: [{ query: total }], public: [{ name: counties, level: county, exactly: data }] }`,
      'a spec',
    )
    const plan = planMeasurements(spec, compileSchema(spec), county, false)
    expect(plan.publishedExactly).toEqual(['counties'])
    expect(plan.measurements.map(({ level, noise }) => [level, noise === 'exact'])).toEqual([
      [0, true],
      [1, true],
      [2, false],
    ])
  })
})
