/** One folder with a small file and a spec of every kind, for tests that run every command. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SPEC as FARM, LP, TABLES } from './decide.ts'
import { drawFrom } from './topdown.ts'

const TOWN = `tacet: 1
title: People of a small town
source: { file: people.csv }
geography: { top: town, columns: [district, block] }
attributes:
  - { name: sex, levels: [female, male] }
  - { name: age, bins: [0, 18, 65, 100] }
  - { name: education, levels: [none, school, trade, degree] }
privacy: { epsilon: 2 }
workload: [{ query: total }, { query: "sex * age" }, { query: detailed }]
public: [{ name: population of the town, query: total, level: town, exactly: data }]
topdown: { simulations: 0 }
audit: { rows: [education], columns: [marital] }
`

const HOUSEHOLDS = `tacet: 1
title: Households by size
source: { file: households.csv }
groups: { levels: [town, district], size: persons, largest: 6 }
privacy: { epsilon: 1 }
`

/** Writes people.csv, households.csv, model.lp, the tables of a farm, and town.yaml, households.yaml, farm.yaml. */
export function writeSmallTown(path: string): string {
  const files = {
    'people.csv': peopleCsv(),
    'households.csv': householdsCsv(),
    'model.lp': LP,
    ...TABLES,
    'town.yaml': TOWN,
    'households.yaml': HOUSEHOLDS,
    'farm.yaml': FARM,
  }
  mkdirSync(path, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text)
  return path
}

function peopleCsv(): string {
  const draw = drawFrom(11)
  const lines = Array.from({ length: 240 }, (_, i) => {
    const place = `${['Castle', 'Docks'][i % 2]},block ${1 + draw(3)}`
    const education = ['none', 'school', 'trade', 'degree'][draw(4)]
    const marital = ['single', 'married', 'divorced or separated', 'widowed'][draw(4)]
    return `${place},${['female', 'male'][draw(2)]},${draw(100)},${education},${marital},${30000 + 100 * draw(40)}`
  })
  return `${['district,block,sex,age,education,marital,postcode', ...lines].join('\n')}\n`
}

function householdsCsv(): string {
  const draw = drawFrom(5)
  const lines = Array.from({ length: 60 }, (_, i) => `Town,${['Castle', 'Docks'][i % 2]},${1 + draw(6)}`)
  return `${['town,district,persons', ...lines].join('\n')}\n`
}
