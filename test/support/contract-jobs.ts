/** A small job of every capability, with its files. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CapabilityName } from '../../src/jobs/index.ts'

const SPEC = `tacet: 1
source: { file: people.csv }
geography: { top: town, columns: [ward] }
attributes: [{ name: sex, levels: [f, m] }, { name: age, bins: [0, 30, 60, 120] }]
privacy: { epsilon: 2, person: { atMost: 1 } }
workload: [{ query: total }, { query: sex * age }]
`

export function jobsIn(folder: string): Readonly<Record<CapabilityName, object>> {
  const at = (name: string): string => join(folder, name)
  const people = Array.from(
    { length: 400 },
    (_, i) => `${'nesw'[i % 4]},${'fm'[i % 2]},${20 + (i % 50)},${1 + (i % 5)}`,
  )
  writeFileSync(at('people.csv'), `ward,sex,age,household\n${people.join('\n')}\n`)
  writeFileSync(at('model.lp'), 'Maximize\n obj: 3 x + 2 y\nSubject To\n beds: x + y <= 40\nEnd\n')
  const spec = { path: at('town.yaml'), text: SPEC }
  const specText = (fields: object) => ({ path: at('spec.json'), text: JSON.stringify({ tacet: 1, ...fields }) })
  return {
    measure: { spec },
    topdown: { spec },
    groups: {
      spec: specText({
        source: { file: 'people.csv' },
        groups: { levels: ['ward'], size: 'household', largest: 6 },
        privacy: { epsilon: 1, ledger: 'g' },
      }),
    },
    audit: { spec: specText({ source: { file: 'people.csv' }, audit: { rows: ['ward'], columns: ['sex'] } }) },
    anonymize: {
      spec: specText({
        source: { file: 'people.csv' },
        anonymize: { k: 5, quasiIdentifiers: ['age', 'sex'], others: 'publish', seconds: 1 },
      }),
    },
    protect: {
      spec: specText({
        source: { file: 'people.csv' },
        protect: { rows: ['ward'], columns: ['age'], rules: [{ kind: 'count', least: 3 }], seconds: 1 },
      }),
    },
    decide: {
      spec: specText({
        decide: { model: 'model.lp', private: ['beds'], sensitivity: 1, floor: { beds: 0 } },
        privacy: { epsilon: 1, delta: '1e-6', ledger: 'd' },
      }),
    },
  }
}
