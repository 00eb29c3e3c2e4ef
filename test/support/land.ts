/** An invented land of counted lines, as large as a test needs, and the spec of its release. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface LandSize {
  readonly states: number
  readonly counties: number
  readonly tracts: number
  readonly blocks: number
  readonly simulations?: number
}

/** Writes land.csv and land.yaml; every number follows from its place. */
export function writeLand(folder: string, { states, counties, tracts, blocks, simulations = 0 }: LandSize): string {
  const lines = ['state,county,tract,block,sex,age,n']
  let draw = 1
  const below = (n: number): number => {
    draw = (draw * 48_271) % 2_147_483_647
    return draw % n
  }
  for (let s = 0; s < states; s++)
    for (let c = 0; c < counties; c++)
      for (let t = 0; t < tracts; t++)
        for (let b = 0; b < blocks; b++)
          for (let i = 0; i <= below(3); i++)
            lines.push(
              `s${s},c${c},t${t},b${b},${below(2) === 0 ? 'f' : 'm'},${['young', 'middle', 'old'][below(3)]},${1 + below(9)}`,
            )
  writeFileSync(join(folder, 'land.csv'), `${lines.join('\n')}\n`)
  const spec = join(folder, 'land.yaml')
  writeFileSync(
    spec,
    `tacet: 1
title: An invented land
source: { file: land.csv, count: n }
geography: { top: land, columns: [state, county, tract, block] }
attributes:
  - { name: sex, levels: [f, m] }
  - { name: age, levels: [young, middle, old] }
privacy: { unit: add-remove-person, person: { atMost: 1 }, epsilon: 2 }
workload: [{ query: total, levels: [state, county, tract, block] }, { query: sex }, { query: detailed }]
public: [{ name: everybody, query: total, level: land, exactly: data }]
topdown: { simulations: ${simulations} }
`,
  )
  return spec
}

/** The data files of a release, which must be the same whoever solved it. */
export function releasedBytes(out: string): Readonly<Record<string, string>> {
  const names = ['cells.csv', 'answers.csv', 'regions.csv', 'measurements.csv']
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(out, name), 'utf8')]))
}
