/** Small data sets with a neighbour each, for every releasing command: what the record-and-play test runs. */

import { join } from 'node:path'
import { specJob } from '../../src/jobs/index.ts'
import type { DECIDE_MECHANISMS, GROUP_MECHANISMS } from '../../src/spec/index.ts'
import { SPEC as FARM, LP, TABLES } from './decide.ts'
import { runFields, runSpec } from './jobs.ts'
import {
  addOrRemove,
  changeOne,
  changePerson,
  type Draw,
  enterOrLeave,
  foundOrDissolve,
  groupLines,
  joinOrLeave,
  joinOrLeaveLine,
  linked,
  type Neighbour,
  people,
  peopleOfGroups,
  persons,
  wellKept,
} from './neighbour-steps.ts'
import type { Files, Watched } from './observed.ts'

export interface Scenario {
  readonly name: string
  /** A data set and a neighbour of it. */
  readonly pair: (draw: Draw) => readonly [Files, Files]
  readonly run: (home: string, options: Watched) => Promise<unknown>
}

interface TownParts {
  readonly privacy: string
  readonly sex?: string
  readonly more?: string
}

const town = ({ privacy, sex = '', more = '' }: TownParts): string => `tacet: 1
title: A town
source: { file: people.csv }
geography: { top: town, columns: [district, block] }
attributes:
  - { name: sex, levels: [f, m]${sex} }
  - { name: age, bins: [0, 18, 65, 120] }
privacy: { ${privacy} }
workload: [{ query: total }, { query: "sex * age" }]
${more}`

const measure: Scenario['run'] = (home, { out, events }) =>
  runSpec('measure', join(home, 'spec.yaml'), { out }, { events })
const topdown: Scenario['run'] = (home, { out, events }) =>
  runSpec('topdown', join(home, 'spec.yaml'), { out }, { events })

/** People of the town, one line per record. */
function ofTown(
  name: string,
  run: Scenario['run'],
  spec: string,
  data: (draw: Draw) => readonly string[],
  step: Neighbour,
): Scenario {
  const [header] = data(() => 0)
  const file = (lines: readonly string[]): Files => ({
    'people.csv': `${[header, ...lines].join('\n')}\n`,
    'spec.yaml': spec,
  })
  const pair = (draw: Draw): readonly [Files, Files] => {
    const [, ...lines] = data(draw)
    return [file(lines), file(wellKept(step, lines, draw))]
  }
  return { name, pair, run }
}

const DROP = ', missing: drop'
const PURE = 'epsilon: 2'
const ZCDP = 'rho: 1/2, delta: 1e-6'
const CHANGE = 'unit: change-person'
const PERSON = 'person: { column: person, atMost: 3 }'
const simulated = (simulations: number): string =>
  `topdown: { simulations: ${simulations} }\noutput: { microdata: true }\n`
const EXACT = 'public: [{ name: population, query: total, level: block, exactly: data }]\n'
const EXACT_AND_BOUND = `public:
  - { name: population, query: total, level: block, exactly: data }
  - { name: few children, query: "sex * age", level: block, atMost: 50 }
`

const MEASURED: readonly Scenario[] = [
  ofTown('measure, pure, add or remove', measure, town({ privacy: PURE }), people(), addOrRemove()),
  ofTown('measure, zCDP, change', measure, town({ privacy: `${ZCDP}, ${CHANGE}` }), people(), changeOne()),
  ofTown(
    'measure, pure, missing values dropped, change',
    measure,
    town({ privacy: `${PURE}, ${CHANGE}`, sex: DROP }),
    people(true),
    changeOne(true),
  ),
  ofTown(
    'measure, zCDP, missing values dropped, add or remove',
    measure,
    town({ privacy: ZCDP, sex: DROP }),
    people(true),
    addOrRemove(true),
  ),
  ofTown(
    'measure, pure, all lines of a person, add or remove',
    measure,
    town({ privacy: `${PURE}, ${PERSON}` }),
    persons,
    enterOrLeave,
  ),
  ofTown(
    'measure, zCDP, all lines of a person, change',
    measure,
    town({ privacy: `${ZCDP}, ${CHANGE}, ${PERSON}` }),
    persons,
    changePerson,
  ),
  ofTown('measure, pure, exact facts', measure, town({ privacy: PURE, more: EXACT }), people(), changeOne(false, true)),
]

const TOP_DOWN: readonly Scenario[] = [
  ofTown('topdown, pure, add or remove', topdown, town({ privacy: PURE, more: simulated(1) }), people(), addOrRemove()),
  ofTown(
    'topdown, zCDP, missing values dropped, change',
    topdown,
    town({ privacy: `${ZCDP}, ${CHANGE}`, sex: DROP, more: simulated(0) }),
    people(true),
    changeOne(true),
  ),
  ofTown(
    'topdown, pure, exact facts and bounds',
    topdown,
    town({ privacy: PURE, more: `${EXACT_AND_BOUND}${simulated(1)}` }),
    people(),
    changeOne(false, true),
  ),
  ofTown(
    'topdown, zCDP, exact facts, change',
    topdown,
    town({ privacy: `${ZCDP}, ${CHANGE}`, more: `${EXACT}${simulated(0)}` }),
    people(),
    changeOne(false, true),
  ),
  ofTown(
    'topdown, pure, all lines of a person, add or remove',
    topdown,
    town({ privacy: `${PURE}, ${PERSON}`, more: simulated(0) }),
    persons,
    enterOrLeave,
  ),
  { name: 'topdown, people and units with links', pair: linked, run: topdown },
]

const GROUP_SPEC = `tacet: 1
title: Households
source: { file: groups.csv }
groups: { levels: [country, state], size: size, largest: 6, missing: drop }
privacy: { rho: 1/2, delta: 1e-6 }
`
const groupFields = { levels: ['country', 'state'], largest: 6 }

const ofGroups = (
  name: string,
  data: (draw: Draw) => readonly string[],
  step: Neighbour,
  run: Scenario['run'],
): Scenario => ({
  name,
  pair: (draw) => {
    const [header, ...lines] = data(draw)
    const file = (text: readonly string[]): Files => ({
      'groups.csv': `${[header, ...text].join('\n')}\n`,
      'spec.yaml': GROUP_SPEC,
    })
    return [file(lines), file(step(lines, draw))]
  },
  run,
})

const flagged =
  (mechanism: (typeof GROUP_MECHANISMS)[number], publicGroups: 'total' | 'regions' | 'none', lines: 'size' | 'unit') =>
  (home: string, { out, events }: Watched): Promise<unknown> => {
    const groups = { ...groupFields, [lines]: lines, mechanism, publicGroups }
    const spec = { source: { file: 'groups.csv' }, groups, privacy: { epsilon: 1 } }
    return runFields('groups', specJob(spec, home), { out }, { events })
  }

const GROUPS: readonly Scenario[] = [
  ofGroups('groups, pure, a size per line', groupLines(), joinOrLeave, flagged('cumulative', 'total', 'size')),
  ofGroups('groups, pure, counts', groupLines(), joinOrLeave, flagged('mc', 'total', 'size')),
  ofGroups('groups, pure, chain', groupLines(), joinOrLeave, flagged('mc-chain', 'total', 'size')),
  ofGroups(
    'groups, pure, a line per person, public numbers of groups',
    peopleOfGroups,
    joinOrLeaveLine,
    flagged('cumulative', 'regions', 'unit'),
  ),
  ofGroups('groups, pure, sorted sizes', groupLines(), joinOrLeave, flagged('hg', 'regions', 'size')),
  ofGroups('groups, pure, whole groups', groupLines(), foundOrDissolve, flagged('mh-dp', 'none', 'size')),
  ofGroups('groups, zCDP, missing sizes dropped, from a spec', groupLines(true), joinOrLeave, (home, { out, events }) =>
    runSpec('groups', join(home, 'spec.yaml'), { out }, { events }),
  ),
]

/** A decision on the model in `model.lp`, whose sides are private. */
export const decisionJob = (home: string, epsilon: string, mechanism: (typeof DECIDE_MECHANISMS)[number]): object =>
  specJob(
    {
      decide: { model: 'model.lp', private: ['cap*'], sensitivity: 1, floor: { 'cap*': 0 }, mechanism },
      privacy: { epsilon, ...(mechanism !== 'pure' && { delta: '1e-6' }) },
    },
    home,
  )

/** One person moves both capacities together by at most 1. */
function ofModel(mechanism: (typeof DECIDE_MECHANISMS)[number]): Scenario {
  const model = (first: string, second: string): Files => ({
    'model.lp': LP.replace('1000', first).replace('1500', second),
  })
  return {
    name: `decide, ${mechanism}, a model from flags`,
    pair: (draw) => {
      const [first, second] = [500 + draw(500), 700 + draw(900)]
      const quarters = draw(5)
      const sign = draw(2) === 0 ? 1 : -1
      return [
        model(`${first}`, `${second}`),
        model(`${first + quarters / 4}`, `${second + (sign * (4 - quarters)) / 4}`),
      ]
    },
    run: (home, { out, events }) => runFields('decide', decisionJob(home, '1', mechanism), { out }, { events }),
  }
}

/** What there is of land and water, counted and summed from one record per person. */
function ofRecords(name: string, spec: string, step: Neighbour): Scenario {
  const fromRecords = spec.replace(/sides: .*/, 'records: { file: people.csv, row: limit, value: litres, side: upper }')
  const file = (lines: readonly string[]): Files => ({
    ...TABLES,
    'people.csv': `${['limit,litres', ...lines].join('\n')}\n`,
    'farm.yaml': fromRecords,
  })
  return {
    name,
    pair: (draw) => {
      const lines = Array.from({ length: 300 }, () => recordOfFarm(draw))
      return [file(lines), file(step(lines, draw))]
    },
    run: (home, { out, events }) => runSpec('decide', join(home, 'farm.yaml'), { out }, { events }),
  }
}

/** Values below 0 and above 2 are moved to these. */
const recordOfFarm = (draw: Draw): string => (draw(2) === 0 ? 'land,' : `water,${draw(10) / 2 - 1}`)
const recordAdded: Neighbour = (lines, draw) =>
  draw(2) === 0 ? lines.toSpliced(draw(lines.length), 1) : lines.toSpliced(draw(lines.length), 0, recordOfFarm(draw))
const recordChanged: Neighbour = (lines, draw) => {
  for (;;) {
    const [at, changed] = [draw(lines.length), recordOfFarm(draw)]
    if (lines[at] !== changed) return lines.with(at, changed)
  }
}

const DECISIONS: readonly Scenario[] = [
  ofModel('truncated'),
  ofModel('published'),
  ofModel('laplace'),
  ofModel('pure'),
  ofRecords('decide, records added or removed', FARM, recordAdded),
  ofRecords(
    'decide, a public number of records, one changed',
    FARM.replace('privacy: {', '  records: 300\nprivacy: { unit: change-person,'),
    recordChanged,
  ),
]

export const SCENARIOS: readonly Scenario[] = [...MEASURED, ...TOP_DOWN, ...GROUPS, ...DECISIONS]
