/** One small release of each kind that spends budget, to be run again and again. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface ReleasingCommand {
  readonly name: string
  readonly files: Readonly<Record<string, string>>
  /** Without --out. */
  readonly args: readonly string[]
}

const PEOPLE = `district,block,sex,age\n${[
  'north,n1,f,3',
  'north,n1,m,40',
  'north,n2,f,70',
  'south,s1,f,12',
  'south,s1,m,33',
  'south,s2,m,51',
  'south,s2,f,8',
].join('\n')}\n`

const SPEC = (workload: string, more = ''): string => `tacet: 1
source: { file: people.csv }
geography: { top: town, columns: [district, block] }
attributes:
  - { name: sex, levels: [f, m] }
  - { name: age, bins: [0, 18, 65, 120] }
privacy: { epsilon: 2 }
workload: [${workload}]
${more}`

export const RELEASING: readonly ReleasingCommand[] = [
  {
    name: 'measure',
    files: { 'people.csv': PEOPLE, 'town.yaml': SPEC('{ query: total }, { query: "sex * age" }') },
    args: ['measure', 'town.yaml'],
  },
  {
    name: 'topdown',
    files: {
      'people.csv': PEOPLE,
      'town.yaml': SPEC('{ query: "sex * age" }', 'topdown: { simulations: 0 }\noutput: { microdata: true }\n'),
    },
    args: ['topdown', 'town.yaml'],
  },
  {
    name: 'groups',
    files: { 'groups.csv': 'country,state,size\nUS,GA,1\nUS,GA,2\nUS,GA,2\nUS,NY,1\nUS,NY,3\nUS,NY,4\n' },
    args: ['groups', 'groups.csv', '--levels', 'country,state', '--size', 'size', '--max-size', '5', '--epsilon', '1'],
  },
  {
    name: 'decide',
    files: {
      'model.lp':
        'Maximize\n obj: 3 x + 2 y\nSubject To\n cap1: x + y <= 1000\n cap2: x + 3 y <= 1500\n public: x <= 800\nEnd\n',
    },
    args: [
      'decide',
      'model.lp',
      '--private',
      'cap*',
      '--floor',
      '0',
      '--sensitivity',
      '1',
      '--epsilon',
      '1',
      '--delta',
      '1e-6',
    ],
  },
]

/** A folder with the command's files in it. */
export function homeOf({ files }: ReleasingCommand, folder: string, name: string): string {
  const path = join(folder, name)
  mkdirSync(path, { recursive: true })
  for (const [file, text] of Object.entries(files)) writeFileSync(join(path, file), text)
  return path
}

export const LEDGER = 'tacet-ledger.jsonl'

/** How often each type of entry stands in a ledger. */
export function entriesIn(home: string): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  const text = readdirSync(home).includes(LEDGER) ? readFileSync(join(home, LEDGER), 'utf8') : ''
  for (const [, type] of text.matchAll(/"type":"(\w+)"/g)) counts[type] = (counts[type] ?? 0) + 1
  return counts
}
