/** The plan of group sizes in the studio and `tacet plan` are one plan: the same figures for the same spec. */
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { capabilities, jobFrom, readGroupsPlaces } from '../src/jobs/index.ts'
import { readableLoss } from '../src/privacy/readable-loss.ts'
import { localContext } from '../src/run/context.ts'
import { parseSpec } from '../src/spec/index.ts'
import { percentOf, withPercent } from '../web/plan/shares.ts'
import { groupChanges } from '../web/plan-groups/group-changes.ts'
import { newGroupPlanner } from '../web/plan-groups/group-planner.ts'
import { testFolder } from './support/cli.ts'
import { folderWith } from './support/topdown.ts'

const HEAD = 'tacet: 1\nsource: { file: homes.csv }\n'

const SPECS: Readonly<Record<string, string>> = {
  'equal shares, the largest size from the data': `groups: { levels: [county, tract], size: persons }
privacy: { epsilon: 1/2 }`,
  'uneven shares and a declared size': `groups: { levels: [county, tract], size: persons, largest: 7 }
privacy: { epsilon: 1, levels: { all: 1/7, county: 2/7, tract: 4/7 } }`,
  'rho at a delta': `groups: { levels: [county, tract], size: persons, mechanism: mc-chain }
privacy: { rho: 0.3, delta: 1e-6 }`,
  'whole groups are protected': `groups: { levels: [county, tract], size: persons, largest: 9, publicGroups: none }
privacy: { epsilon: 2 }`,
  'numbers of groups by region are public': `groups: { levels: [county, tract], size: persons, mechanism: hg, publicGroups: regions }
privacy: { epsilon: 1 }`,
  'people with quantities, in a tree that is given': `groups: { levels: [tract], unit: home, size: persons, largestQuantity: 6, largest: 12, mechanism: mh-dp, parents: { file: tree.csv, column: place, parent: above } }
privacy: { epsilon: 1 }`,
}

let folder: string

beforeAll(() => {
  const tracts = Array.from({ length: 9 }, (_, i) => `t${i}`)
  const homes = Array.from({ length: 180 }, (_, i) => `c${Math.floor((i % 9) / 4)},t${i % 9},h${i},${1 + (i % 6)}`)
  const above = tracts.map((name, i) => `${name},c${Math.floor(i / 4)}`)
  folder = folderWith(join(testFolder(), 'group-plans'), {
    'homes.csv': `county,tract,home,persons\n${homes.join('\n')}\n`,
    'tree.csv': `place,above\nall,\n${['c0', 'c1', 'c2'].map((name) => `${name},all`).join('\n')}\n${above.join('\n')}\n`,
  })
})

/** As the page does it: the spec and the shape of the places come as JSON. */
async function onPage(rest: string) {
  const text = `${HEAD}${rest}\n`
  const file = { path: join(folder, 'plan.yaml'), text, spec: parseSpec(text, 'plan.yaml') }
  const job = jobFrom(file)
  const places = JSON.parse(JSON.stringify(await readGroupsPlaces(job)))
  const planner = newGroupPlanner()
  const settings = planner.load(JSON.parse(JSON.stringify(file.spec)), places)
  return { planner, settings, places, stated: await capabilities.groups.plan(job, localContext()) }
}

describe.each(Object.entries(SPECS))('%s', (_, rest) => {
  test('the page predicts what the command line does', async () => {
    const { planner, settings, stated } = await onPage(rest)
    const page = planner.predict(settings)
    expect(page.levels).toEqual(stated.levels)
    expect(page.levels.every(({ predictedError }) => predictedError > 0)).toBe(true)
    expect(page.sizes).toBe(stated.sizes)
    expect(page.mechanism).toBe(stated.mechanism)
    expect(page.mechanisms).toContain(page.mechanism)
    expect(page.words).toBe(readableLoss(stated.privacy.words))
    expect(page.publishedExactly).toEqual(stated.privacy.publishedExactly)
    expect(page.statement[0]).toBe(readableLoss(stated.privacy.neighbours))
  })
})

test('what is moved is predicted as the command line predicts it once it is saved', async () => {
  const { planner, settings, places } = await onPage(SPECS['equal shares, the largest size from the data'])
  const moved = {
    total: '3',
    mechanism: 'mh-dp' as const,
    levels: withPercent(settings.levels, 2, 100, 1),
  }
  expect(moved.levels.map(percentOf)).toEqual([1, 1, 98])
  const names = places.levels.map(({ name }: { name: string }) => name)
  expect(groupChanges(settings, settings, { names, isRho: false })).toEqual([])
  expect(groupChanges(settings, moved, { names, isRho: false })).toEqual([
    { path: ['privacy', 'epsilon'], value: 3 },
    { path: ['privacy', 'levels'], value: { all: 0.01, county: 0.01, tract: 0.98 } },
    { path: ['groups', 'mechanism'], value: 'mh-dp' },
  ])
  const after = await onPage(`groups: { levels: [county, tract], size: persons, mechanism: mh-dp }
privacy: { epsilon: 3, levels: { all: 0.01, county: 0.01, tract: 0.98 } }`)
  expect(planner.predict(moved).levels).toEqual(after.stated.levels)
})
