/** A small county for top-down tests, and releases read back by code that shares nothing with what wrote them. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** People by place and cell: `north/b1|f,child`. Regions of all levels may stand in one, since their names differ. */
export type Counts = ReadonlyMap<string, number>

/** Random numbers that every machine draws alike. */
export function drawFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return Math.floor((state / 0x80000000) * below)
  }
}

export const KINDS: readonly string[] = ['householder', 'spouse', 'child', 'dorm']

/** Three regions of four blocks. Nobody is a male spouse; a third of the blocks has a dormitory. */
export function countyPeople(seed = 7): Counts {
  const draw = drawFrom(seed)
  const people = new Map<string, number>()
  for (const region of ['north', 'middle', 'south']) {
    for (let b = 1; b <= 4; b++) {
      for (const kind of KINDS) {
        const most = kind === 'dorm' ? ((b + region.length) % 3 === 0 ? 15 : 0) : 20
        for (const sex of ['f', 'm']) {
          const n = kind === 'spouse' && sex === 'm' ? 0 : draw(most + 1)
          if (n > 0) people.set(`${region}/b${b}|${sex},${kind}`, n)
        }
      }
      people.set(`${region}/b${b}|f,householder`, 1 + draw(20))
    }
  }
  return people
}

/** One line per cell: the columns of the place, those of the cell, and `n`. */
export function countsCsv(counts: Counts, header: string): string {
  const lines = [...counts].map(([key, n]) => `${key.replaceAll(/[/|]/g, ',')},${n}`)
  return `${[header, ...lines].join('\n')}\n`
}

/** The blocks with a dormitory, as a public table that says at least one person lives there. */
export function dormsCsv(people: Counts): string {
  const places = new Set([...people.keys()].filter((key) => key.endsWith('dorm')).map((key) => key.split('|')[0]))
  return `region,block,kind,count\n${[...places].map((place) => `${place.replace('/', ',')},dorm,1\n`).join('')}`
}

export const COUNTY_SPEC = `tacet: 1
title: County
source: { file: people.csv, count: n }
geography: { top: county, columns: [region, block] }
attributes:
  - { name: sex, levels: [f, m] }
  - { name: kind, levels: [householder, spouse, child, dorm] }
privacy: { epsilon: 2 }
workload: [{ query: total }, { query: kind }, { query: detailed }]
public:
  - { name: population, query: total, level: block, exactly: data }
  - { name: dorms, query: kind, where: { kind: [dorm] }, level: block, atLeast: { file: dorms.csv, region: [region, block], absent: zero } }
impossible: [{ sex: [m], kind: [spouse] }]
topdown: { simulations: 0 }
output: { microdata: true }
`

/** A new folder with files in it. */
export function folderWith(path: string, files: Readonly<Record<string, string>>): string {
  mkdirSync(path)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text)
  return path
}

/** A folder with the county, its public table and a spec. */
export function countyFolder(path: string, spec: string = COUNTY_SPEC, people: Counts = countyPeople()): string {
  const data = countsCsv(people, 'region,block,sex,kind,n')
  return folderWith(path, { 'people.csv': data, 'dorms.csv': dormsCsv(people), 'county.yaml': spec })
}

/** The text with one thing changed, which must be in it. */
export function changed(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`the text has no "${from}"`)
  return text.replace(from, to)
}

export function csvLines(path: string): string[][] {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','))
}

/** A released table: all its counts, and those of its leaves. */
export function readRelease(folder: string, file = 'cells.csv'): { columns: string[]; all: Counts; leaves: Counts } {
  const [columns, ...lines] = csvLines(join(folder, file))
  const at = columns.indexOf('count')
  const entries = lines.map((line): [string, number] => [`${line[1]}|${line.slice(2, at).join()}`, Number(line[at])])
  const last = lines.at(-1)?.[0]
  return { columns, all: new Map(entries), leaves: new Map(entries.filter((_, i) => lines[i][0] === last)) }
}

/** `north` above `north/b1`, and the top above all. */
export function pathParent(top: string): (region: string) => string | undefined {
  return (region) =>
    region === top ? undefined : region.includes('/') ? region.slice(0, region.lastIndexOf('/')) : top
}

/** What the leaves add up to at every level, the leaves included. */
export function addedUp(leaves: Counts, parent: (region: string) => string | undefined): Counts {
  const sums = new Map<string, number>()
  for (const [key, count] of leaves) {
    const [leaf, cell] = key.split('|')
    for (let region: string | undefined = leaf; region !== undefined; region = parent(region)) {
      sums.set(`${region}|${cell}`, (sums.get(`${region}|${cell}`) ?? 0) + count)
    }
  }
  return sums
}

/** The people of a place whose cell has all the given labels. */
export function countIn(counts: Counts, region: string, ...labels: readonly string[]): number {
  let sum = 0
  for (const [key, count] of counts) {
    const [place, cell] = key.split('|')
    if (place === region && labels.every((label) => cell.split(',').includes(label))) sum += count
  }
  return sum
}

export function regionsIn(counts: Counts): string[] {
  return [...new Set([...counts.keys()].map((key) => key.split('|')[0]))]
}

/** In one order, to be compared. */
export function sorted(counts: Counts): readonly (readonly [string, number])[] {
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** How often a ledger was charged. It may not be there yet, and its last line may be being written. */
export function charges(ledger: string): { reserved: number; committed: number } {
  const lines = existsSync(ledger) ? readFileSync(ledger, 'utf8').split('\n').slice(0, -1) : []
  const types = lines.map((line) => JSON.parse(line).entry.type as string)
  const times = (type: string): number => types.filter((found) => found === type).length
  return { reserved: times('reserve'), committed: times('commit') }
}

export const ONCE = { reserved: 1, committed: 1 } as const
