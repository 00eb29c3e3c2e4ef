/** `tacet plan --fit` for top-down: the shares it prints can be pasted, are planned as predicted, and make a release that verifies. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tacet, testFolder } from './support/cli.ts'

const folder = testFolder()
const HEAD = `tacet: 1
source: { file: people.csv }
geography: { top: all, columns: [town, ward] }
attributes: [{ name: sex, levels: [f, m] }, { name: age, levels: [young, old] }]
`
const WORKLOAD = 'workload: [{ query: total }, { query: sex * age }]\n'
const FACT = 'public: [{ query: total, level: town, exactly: data }]\n'
const PEOPLE = `town,ward,sex,age\n${'a,1,f,old\na,2,m,old\nb,3,f,young\nb,3,m,old\n'.repeat(20)}`

function home(name: string, spec: string): string {
  const path = join(folder, name)
  mkdirSync(path)
  writeFileSync(join(path, 'people.csv'), PEOPLE)
  writeFileSync(join(path, 'town.yaml'), spec)
  return path
}

function ok(args: readonly string[], path: string): string {
  const { code, stdout, stderr } = tacet(args, path)
  expect(code, `${stdout}${stderr}`).toBe(0)
  return stdout
}

interface Fitted {
  readonly level: string
  readonly query: string
  readonly standardError: number
  readonly fittedError: number
}

interface Planned {
  readonly queries: readonly { readonly share: number }[]
  readonly topdown: {
    readonly errors: readonly { readonly level: string; readonly query: string; readonly standardError: number }[]
    readonly fit: readonly {
      readonly worst: number
      readonly queries: readonly Fitted[]
      readonly starved: readonly Fitted[]
    }[]
  }
}

test.each([
  ['rho', 'rho: 1, delta: 1e-9'],
  ['epsilon', 'epsilon: 1'],
])('targets, with a level that a fact fixes (%s)', (name, budget) => {
  const topdown = 'topdown: { simulations: 0, targets: { total: { ward: 2 }, "sex * age": { all: 9, ward: 3 } } }\n'
  // Totals of towns and of all are fixed; at the level of towns nothing else is asked.
  const workload = 'workload: [{ query: total }, { query: sex * age, levels: [all, ward] }]\n'
  const path = home(name, `${HEAD}privacy: { ${budget} }\n${workload}${FACT}${topdown}`)
  const { queries, topdown: planned } = JSON.parse(ok(['plan', 'town.yaml', '--fit', '--json'], path)) as Planned
  expect(queries.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12)
  const [fit] = planned.fit
  const before = Math.max(...[2, 9, 3].map((target, i) => fit.queries[i].standardError / target))
  expect(fit.worst).toBeLessThan(before)
  const printed = ok(['plan', 'town.yaml', '--fit'], path)
  const pasted = printed
    .slice(printed.indexOf('privacy:'), printed.indexOf('\n\nSolving'))
    .replace('privacy:', `privacy:\n  ${budget.replace(', ', '\n  ')}`)
  writeFileSync(join(path, 'fitted.yaml'), `${HEAD}${pasted}\n${FACT}${topdown}`)
  const again = JSON.parse(ok(['plan', 'fitted.yaml', '--json'], path)) as Planned
  expect(again.queries.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12)
  for (const { level, query, fittedError } of fit.queries) {
    const own = again.topdown.errors.find((one) => one.level === level && one.query === query)
    expect(own?.standardError, `${query} at ${level}`).toBe(fittedError)
  }
  ok(['topdown', 'fitted.yaml', '--out', 'release', '--quiet'], path)
  expect(ok(['verify', 'release', '--ledger', 'tacet-ledger.jsonl'], path)).toMatch(/All \d+ checks passed/)
})

test('what a fit leaves without budget is named, with its error, in the plan and in the release', () => {
  const topdown = 'topdown: { simulations: 0, targets: { total: { ward: 2 } } }\n'
  const path = home('starved', `${HEAD}privacy: { epsilon: 1 }\n${WORKLOAD}${topdown}`)
  const [fit] = (JSON.parse(ok(['plan', 'town.yaml', '--fit', '--json'], path)) as Planned).topdown.fit
  expect(fit.starved.map(({ level, query }) => `${query} ${level}`)).toContain('sex * age ward')
  const ward = fit.starved.find(({ level, query }) => query === 'sex * age' && level === 'ward')
  expect(ward?.fittedError).toBeGreaterThan(3 * (ward?.standardError ?? 0))
  const printed = ok(['plan', 'town.yaml', '--fit'], path)
  expect(printed).toContain('These have no target, so next to none of the budget would be left for them.')
  const pasted = printed
    .slice(printed.indexOf('privacy:'), printed.indexOf('\n\nSolving'))
    .replace('privacy:', 'privacy:\n  epsilon: 1')
  writeFileSync(join(path, 'fitted.yaml'), `${HEAD}${pasted}\n${topdown}`)
  const released = ok(['topdown', 'fitted.yaml', '--out', 'out', '--seed', '1'], path)
  expect(released).toContain('Next to none of the budget')
  expect(readFileSync(join(path, 'out', 'report.html'), 'utf8')).toContain('Next to none of the budget')
  expect(ok(['topdown', 'town.yaml', '--out', 'even', '--seed', '1'], path)).not.toContain('Next to none')
  const evaluated = ok(['topdown', 'fitted.yaml', '--out', 'evaluated', '--seed', '1', '--evaluate', '--json'], path)
  const { kind, errors } = JSON.parse(evaluated).evaluation.wanted
  expect(kind).toBe('targets')
  expect(errors).toHaveLength(1)
  expect(errors[0]).toMatchObject({ level: 'ward', query: 'total', value: 2 })
  expect(errors[0].evenError).toBeCloseTo(fit.queries[0].standardError, 9)
  expect(errors[0].ownError).toBeCloseTo(fit.queries[0].fittedError, 9)
  expect(errors[0].found).toBeGreaterThanOrEqual(0)
  expect(readFileSync(join(path, 'evaluated', 'report.html'), 'utf8')).toContain('Expected with equal shares')
})

test('the plan says where the share of a fixed query went', () => {
  const path = home('moved', `${HEAD}privacy: { epsilon: 1 }\n${WORKLOAD}${FACT}`)
  const plan = ok(['plan', 'town.yaml'], path).replace(/\s+/g, ' ')
  expect(plan).toContain(
    '"total" at level "town" follows from what is published exactly: it is released without noise, and its share of the budget is given to the other queries of the level.',
  )
  writeFileSync(
    join(path, 'town.yaml'),
    `${HEAD}privacy: { epsilon: 1 }\nworkload: [{ query: total }, { query: sex, levels: [ward] }]\n${FACT}`,
  )
  expect(ok(['plan', 'town.yaml'], path).replace(/\s+/g, ' ')).toContain(
    'the share of this level is given to the other levels.',
  )
})

test.each([
  ['both', 'weights: { total: 1 }, targets: { total: 1 }', /topdown: give `weights` or `targets`, not both/],
  ['a level', 'targets: { total: { county: 1 } }', /topdown\.targets\.total.*"county"/],
  ['a query', 'targets: { income: 1 }', /income/],
  [
    'nothing that is measured',
    'targets: { age: { ward: 1 } }',
    /topdown\.targets: nothing that is measured determines "age" at level "ward"/,
  ],
])('%s is refused', (name, fields, message) => {
  const path = home(
    `refused ${name}`,
    `${HEAD}privacy: { epsilon: 1 }\nworkload: [{ query: sex }]\ntopdown: { ${fields} }\n`,
  )
  const { code, stderr } = tacet(['plan', 'town.yaml', '--fit'], path)
  expect(code).toBe(2)
  expect(stderr).toMatch(message)
})
