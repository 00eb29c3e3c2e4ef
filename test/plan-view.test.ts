/** The plan view of the studio and `tacet plan` are one plan: the same figures for the same spec. */
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { capabilities, jobFrom } from '../src/jobs/index.ts'
import { localContext } from '../src/run/context.ts'
import { prepareRelease, readRegions } from '../src/run/drawing/prepare.ts'
import { parseSpec, type Spec } from '../src/spec/index.ts'
import type { PlanAnswer } from '../web/plan/plan-types.ts'
import { newPlanner } from '../web/plan/planner.ts'
import { testFolder } from './support/cli.ts'
import { folderWith } from './support/topdown.ts'

const HEAD = `tacet: 1
source: { file: people.csv }
geography: { top: all, columns: [ward, clinic] }
attributes:
  - { name: sex, levels: [f, m] }
  - { name: age, levels: [young, middle, old] }
`
const THREE = 'workload: [{ query: total }, { query: sex }, { query: sex * age }]'
const UNITS = `units:
  source: { file: homes.csv }
  attributes: [{ name: status, levels: [occupied, vacant] }]
  privacy: { epsilon: 1 }
  workload: [{ query: status }]
  public: [{ name: homes, query: status, level: ward, exactly: data }]
  links:
    - { name: one person a home, level: ward, people: { sex: [f, m] }, atMostTimes: 1, atLeastTimes: 1, units: { status: [occupied] } }
`

const SPECS: Readonly<Record<string, string>> = {
  'no shares': `privacy: { epsilon: 1/2 }\n${THREE}`,
  'uneven shares of the levels': `privacy: { epsilon: 1, levels: { all: 1/7, ward: 2/7, clinic: 4/7 } }\n${THREE}`,
  'a level without a share': `privacy: { epsilon: 1, levels: { ward: 1/3, clinic: 2/3 } }\n${THREE}`,
  'uneven shares of the queries': `privacy: { rho: 0.3, delta: 1e-6 }
workload: [{ query: total, share: 1/6 }, { query: sex, share: 1/3 }, { query: detailed, share: 1/2 }]`,
  'queries at some levels alone': `privacy: { epsilon: 1 }
workload: [{ query: total }, { query: sex, levels: [ward] }, { query: detailed, levels: [clinic] }]`,
  'a public total': `privacy: { epsilon: 1 }\n${THREE}
public: [{ name: everybody, query: total, level: ward, exactly: data }]`,
  'the tight accountant': `privacy: { epsilon: 1, delta: 1e-6, accountant: tight }\n${THREE}`,
  'people who are linked to homes': `privacy: { epsilon: 1 }\n${THREE}\n${UNITS}`,
  'homes with shares and a rho of their own': `privacy: { epsilon: 1 }\n${THREE}
units:
  source: { file: homes.csv }
  attributes: [{ name: status, levels: [occupied, vacant] }]
  privacy: { rho: 0.2, delta: 1e-6, levels: { all: 1/10, ward: 2/10, clinic: 7/10 } }
  workload: [{ query: total, share: 1/4 }, { query: status, share: 3/4 }]`,
  'homes that are exact by their people': `privacy: { epsilon: 1 }\n${THREE}
public: [{ name: everybody, query: total, level: ward, exactly: data }]
${UNITS.replace(/ {2}public: .*\n/, '')}`,
}

let folder: string

beforeAll(() => {
  const lines = Array.from({ length: 210 }, (_, i) => {
    const clinic = i % 21
    return `w${Math.floor(clinic / 6)},c${clinic},${['f', 'm'][i % 2]},${['young', 'middle', 'old'][i % 3]}`
  })
  folder = folderWith(join(testFolder(), 'plans'), {
    'people.csv': `ward,clinic,sex,age\n${lines.join('\n')}\n`,
    'homes.csv': `ward,clinic,status\n${lines.map((line) => line.replace(/,[fm],\w+$/, ',occupied')).join('\n')}\n`,
  })
})

describe.each(Object.entries(SPECS))('%s', (_, rest) => {
  test('the page predicts what the command line does', async () => {
    const text = `${HEAD}${rest}\n`
    const file = { path: join(folder, 'plan.yaml'), text, spec: parseSpec(text, 'plan.yaml') }
    const { topdown } = capabilities
    const { errors } = await topdown.plan(jobFrom(file), localContext())
    const known = new Map(
      (await predictedByPage(file)).flatMap(({ table, cells, levels }) =>
        cells.map((cell) => [
          `${levels[cell.level].name} ${table === 'units' ? 'units:' : ''}${plain(cell.query)}`,
          cell,
        ]),
      ),
    )
    const units = [...known.keys()].filter((name) => name.includes('units:'))
    expect(units.length > 0).toBe(file.spec.units !== undefined)
    for (const name of units) expect(errors.map(({ level, query }) => `${level} ${plain(query)}`)).toContain(name)
    const own = errors.filter(({ level, query }) => known.has(`${level} ${plain(query)}`))
    expect(own.length).toBeGreaterThan(3)
    for (const { level, query, measured, standardError } of own) {
      const cell = known.get(`${level} ${plain(query)}`)
      expect(cell?.standardError, `${level} ${query}`).toBe(standardError)
      expect(cell?.noise, `${level} ${query}`).toBe(measured)
    }
  })
})

const plain = (query: string): string => query.replaceAll(' ', '')

/** As the page does it: the spec and the shape of the places come as JSON. */
async function predictedByPage(file: { path: string; text: string; spec: Spec }): Promise<readonly PlanAnswer[]> {
  const { levels } = await readRegions(prepareRelease(file))
  const places = {
    levels: levels.map(({ name, parent, regions }) => ({ name, size: regions.length, parent: [...parent] })),
    fromData: true,
    ledger: '',
  }
  const planner = newPlanner()
  const { people, units } = planner.load(JSON.parse(JSON.stringify(file.spec)), places)
  return [planner.predict(people, 'people'), ...(units === null ? [] : [planner.predict(units, 'units')])]
}
