/**
 * Rhode Island, 2010 Census: 25,181 blocks with their people by race, Hispanic origin and voting age, as published. Two
 * schemas are made of it, by rules that add only what the publication leaves out:
 *
 * Group quarters. A block of 60 people or more holds one facility with chance 1/12 and a second one with chance 1/60, of a
 * type drawn by its share among real ones. A facility takes 10 to 60 % of the adults of its block, each race in
 * proportion; one for juveniles takes minors. Everybody else lives in a household.
 *
 * Race. The published groups are single races, "two or more" and Hispanic of any race. People of two or more races get one
 * of the 57 combinations, Hispanics one of all 63, with chances that fall geometrically by the number of races and with
 * those of the state for single races. All draws come from one seed.
 *
 *   24 cells: 8 published groups x 3 (minor, adult in a household, adult in group quarters)
 *   2,016 cells: 8 kinds of housing x 2 voting age x 2 ethnicity x 63 races
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const GROUPS = ['hisp', 'white', 'black', 'aian', 'asian', 'nhpi', 'other', 'two'] as const
export const RESIDENCES = ['minor', 'household adult', 'group quarters adult'] as const
export const HOUSING = [
  'household',
  'correctional',
  'juvenile',
  'nursing',
  'institutional',
  'student',
  'military',
  'other',
] as const
/** Shares of the seven kinds of facility. */
const FACILITY_CHANCE = [0.1, 0.1, 0.3, 0.05, 0.25, 0.05, 0.15]
const JUVENILE = 2
const SINGLE = ['white', 'black', 'aian', 'asian', 'nhpi', 'other'] as const
/** Chances of a Hispanic's race, single races first in the order above; the rest falls to combinations. */
const HISPANIC_CHANCE = [0.46, 0.06, 0.02, 0.005, 0.002, 0.36]

/** The 63 races: every non-empty set of six, as in `white+black`. */
export const RACES: readonly string[] = Array.from({ length: 63 }, (_, i) =>
  SINGLE.filter((_, bit) => ((i + 1) >> bit) & 1).join('+'),
)
const COMBINATIONS = RACES.map((_, i) => i).filter((i) => RACES[i].includes('+'))

interface Block {
  readonly geoid: string
  /** People by group: minors and adults. */
  readonly minors: readonly number[]
  readonly adults: readonly number[]
}

export interface RhodeIsland {
  readonly folder: string
  readonly people: number
  readonly blocks: number
}

/** Writes people-24.csv, people-2016.csv, facilities-24.csv, facilities-2016.csv and blocks.csv. `share` keeps a part. */
export function writeRhodeIsland(data: string, folder: string, most = Number.POSITIVE_INFINITY): RhodeIsland {
  const blocks = readBlocks(join(data, 'census_ri_2010/ri_2010_blocks.csv')).slice(0, most)
  const random = generator(44)
  const files: Record<'small' | 'large' | 'smallFacilities' | 'largeFacilities' | 'list', string[]> = {
    small: ['geoid,race,residence,n'],
    large: ['geoid,housing,voting_age,ethnicity,race,n'],
    smallFacilities: ['geoid,residence,count'],
    largeFacilities: ['geoid,housing,count'],
    list: ['geoid'],
  }
  for (const block of blocks) {
    files.list.push(block.geoid)
    const facilities = facilitiesOf(block, random)
    for (const kind of facilities) files.largeFacilities.push(`${block.geoid},${HOUSING[kind.kind]},1`)
    const adults = facilities.filter(({ kind }) => kind !== JUVENILE).length
    if (adults > 0) files.smallFacilities.push(`${block.geoid},${RESIDENCES[2]},${adults}`)
    writeBlock(block, facilities, random, files)
  }
  const names = {
    small: 'people-24',
    large: 'people-2016',
    smallFacilities: 'facilities-24',
    largeFacilities: 'facilities-2016',
    list: 'blocks',
  }
  for (const [key, lines] of Object.entries(files)) {
    writeFileSync(join(folder, `${names[key as keyof typeof files]}.csv`), `${lines.join('\n')}\n`)
  }
  const people = blocks.reduce((n, b) => n + sum(b.minors) + sum(b.adults), 0)
  return { folder, people, blocks: blocks.length }
}

function readBlocks(path: string): Block[] {
  const [head, ...lines] = readFileSync(path, 'utf8').trim().split('\n')
  const columns = head.split(',')
  return lines.map((line) => {
    const values = line.split(',')
    const at = (name: string): number => Number(values[columns.indexOf(name)])
    const adults = GROUPS.map((g) => at(`vap_${g}`))
    return { geoid: values[0], adults, minors: GROUPS.map((g, i) => at(`pop_${g}`) - adults[i]) }
  })
}

interface Facility {
  readonly kind: number
  readonly share: number
}

function facilitiesOf(block: Block, random: () => number): Facility[] {
  const draws = [random(), random(), random(), random(), random(), random()]
  if (sum(block.minors) + sum(block.adults) < 60) return []
  const chosen = [draws[0] < 1 / 12, draws[1] < 1 / 60].map((has, i) => ({ has, i })).filter(({ has }) => has)
  const facilities = chosen.map(({ i }) => ({
    kind: 1 + pick(FACILITY_CHANCE, draws[2 + i]),
    share: 0.1 + 0.5 * draws[4 + i],
  }))
  const kept = facilities.filter(({ kind }, i) => facilities.findIndex((f) => f.kind === kind) === i)
  return kept.filter(({ kind, share }) => {
    const people = kind === JUVENILE ? block.minors : block.adults
    return people.some((n) => Math.floor(n * share) > 0)
  })
}

function writeBlock(
  block: Block,
  facilities: readonly Facility[],
  random: () => number,
  files: Record<'small' | 'large', string[]>,
): void {
  const detail = new Map<string, number>()
  GROUPS.forEach((group, g) => {
    for (const [age, counts] of [
      ['minor', block.minors],
      ['adult', block.adults],
    ] as const) {
      let left = counts[g]
      for (const { kind, share } of facilities) {
        if ((kind === JUVENILE) !== (age === 'minor')) continue
        const taken = Math.min(left, Math.floor(counts[g] * share))
        left -= taken
        addDetail(detail, kind, age, group, taken, random)
      }
      const quarters = counts[g] - left
      if (age === 'minor' && counts[g] > 0) files.small.push(`${block.geoid},${group},${RESIDENCES[0]},${counts[g]}`)
      if (age === 'adult' && left > 0) files.small.push(`${block.geoid},${group},${RESIDENCES[1]},${left}`)
      if (age === 'adult' && quarters > 0) files.small.push(`${block.geoid},${group},${RESIDENCES[2]},${quarters}`)
      addDetail(detail, 0, age, group, left, random)
    }
  })
  for (const [key, n] of detail) files.large.push(`${block.geoid},${key},${n}`)
}

function addDetail(
  detail: Map<string, number>,
  kind: number,
  age: string,
  group: (typeof GROUPS)[number],
  people: number,
  random: () => number,
): void {
  for (let n = 0; n < people; n++) {
    const race = RACES[raceOf(group, random)]
    const key = `${HOUSING[kind]},${age},${group === 'hisp' ? 'hispanic' : 'not hispanic'},${race}`
    detail.set(key, (detail.get(key) ?? 0) + 1)
  }
}

function raceOf(group: (typeof GROUPS)[number], random: () => number): number {
  const single = SINGLE.indexOf(group as (typeof SINGLE)[number])
  if (single >= 0) return (1 << single) - 1
  if (group === 'hisp') {
    const race = pick([...HISPANIC_CHANCE, 1], random())
    if (race < 6) return (1 << race) - 1
  }
  return COMBINATIONS[pick(COMBINATION_CHANCE, random())]
}

/** Each race more makes a combination ten times rarer; pairs with "white" and "black" are the most common. */
const COMBINATION_CHANCE = COMBINATIONS.map((i) => {
  const races = RACES[i].split('+')
  return 10 ** -races.length * races.reduce((product, race) => product / (1 + SINGLE.indexOf(race as 'white')), 1)
})

/** The index drawn with these chances, which need not sum to 1 when the last one takes the rest. */
function pick(chances: readonly number[], draw: number): number {
  const total = Math.max(1e-300, chances[chances.length - 1] === 1 ? 1 : sum(chances))
  let left = draw * total
  for (let i = 0; i < chances.length - 1; i++) {
    left -= chances[i]
    if (left < 0) return i
  }
  return chances.length - 1
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** mulberry32. */
function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

export interface SpecChoice {
  readonly cells: 24 | 2016
  readonly epsilon: string
  readonly topdown?: string
  /** Of 2,016 cells, keeps this many races: the people of the others count as the last of them. */
  readonly races?: number
}

/** The spec of a release: state and block totals exact, facilities as lower bounds and nobody where there is none. */
export function rhodeIslandSpec({ cells, epsilon, topdown, races = RACES.length }: SpecChoice): string {
  const quoted = (values: readonly string[]): string => values.map((v) => `"${v}"`).join(', ')
  const [attributes, queries, kind] =
    cells === 24
      ? [
          `  - { name: race, levels: [${quoted(GROUPS)}] }\n  - { name: residence, levels: [${quoted(RESIDENCES)}] }`,
          ['race', 'residence', 'detailed'],
          'residence',
        ]
      : [
          `  - { name: housing, levels: [${quoted(HOUSING)}] }\n  - { name: voting_age, levels: ["minor", "adult"] }\n` +
            `  - { name: ethnicity, levels: ["hispanic", "not hispanic"] }\n  - { name: race, levels: [${quoted(RACES.slice(0, races))}], missing: { values: [${quoted(RACES.slice(races))}], as: "${RACES[races - 1]}" } }`,
          ['housing', 'voting_age * ethnicity', 'voting_age * ethnicity * race', 'detailed'],
          'housing',
        ]
  const held = cells === 24 ? `{ residence: ["${RESIDENCES[2]}"] }` : `{ housing: [${quoted(HOUSING.slice(1))}] }`
  return `tacet: 1
title: Rhode Island, ${cells} cells
source: { file: people-${cells}.csv, count: n }
geography:
  top: state
  code:
    column: geoid
    prefixes: { county: 5, tract: 11, block_group: 12, block: 15 }
    regions: { file: blocks.csv, column: geoid }
attributes:
${attributes}
privacy: { unit: change-person, epsilon: "${epsilon}" }
workload:
${queries.map((query) => `  - { query: "${query}" }`).join('\n')}
public:
  - { name: state population, query: total, level: state, exactly: data }
  - { name: block population, query: total, level: block, exactly: data }
  - { name: facilities, query: ${kind}, where: ${held}, level: block, atLeast: { file: facilities-${cells}.csv, region: geoid, absent: zero } }
${topdown === undefined ? '' : `topdown: ${topdown}\n`}`
}
