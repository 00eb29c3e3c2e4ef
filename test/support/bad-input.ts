/** A thing that people do wrong, and a small spec to do it to. */

export const SPEC = `tacet: 1
source: { file: people.csv, count: n }
geography: { top: town, columns: [district] }
attributes:
  - { name: sex, levels: [f, m] }
  - { name: age, bins: [0, 18, 65, 120] }
privacy: { epsilon: 1 }
workload: [{ query: total }, { query: "sex * age" }]
`

export interface Case {
  readonly what: string
  readonly args: readonly string[]
  readonly files?: Readonly<Record<string, string | Uint8Array>>
  readonly code: number
  readonly says: RegExp
  /** Symbolic links to make, by name. */
  readonly links?: Readonly<Record<string, string>>
}

/** The spec with one thing changed. */
export const spec = (from: string, to: string): Record<string, string> => {
  if (!SPEC.includes(from)) throw new Error(`the spec has no "${from}"`)
  return { 'town.yaml': SPEC.replace(from, to) }
}

export const PEOPLE = 'district,sex,age,n\nnorth,f,3,1\nnorth,m,40,2\nsouth,f,70,1\nsouth,m,12,4\n'
export const AUDIT = ['audit', 'people.csv', '--count', 'n', '--rows', 'district', '--columns', 'sex']
export const MEASURE = ['measure', 'town.yaml', '--out', 'out']
