/** Random small specs of people and units, each with what it means in plain counts. */
import fc from 'fast-check'
import { unitsSpec } from '../../../src/measure/exact-elsewhere.ts'
import { planJointly } from '../../../src/measure/joint-plan.ts'
import { type MeasurePlan, planMeasurements } from '../../../src/measure/measure-plan.ts'
import { type Together, togetherOf } from '../../../src/measure/together.ts'
import {
  buildHierarchy,
  cellCount,
  compileQuery,
  type Hierarchy,
  leafRanges,
  selectCells,
} from '../../../src/model/index.ts'
import { compileSchema, parseSpec } from '../../../src/spec/index.ts'
import type { CountBound, CountedBuckets, SmallWorld, WeightedLine } from './small-worlds.ts'

const PLACES: readonly (readonly [levels: readonly string[], leaves: readonly (readonly string[])[]])[] = [
  [
    ['state', 'town'],
    [['a'], ['b']],
  ],
  [['state', 'town'], [['a']]],
  [
    ['state', 'town'],
    [['a'], ['b'], ['c']],
  ],
  [
    ['state', 'county', 'town'],
    [
      ['x', 'x1'],
      ['y', 'y1'],
    ],
  ],
  [
    ['state', 'county', 'town'],
    [
      ['x', 'x1'],
      ['y', 'y1'],
      ['y', 'y2'],
    ],
  ],
]

type Where = Readonly<Record<string, readonly string[]>>
type Attribute = { readonly name: string; readonly levels: readonly string[] }

const ROLE: Attribute = { name: 'role', levels: ['householder', 'other'] }
const ROLES: Attribute = { name: 'role', levels: ['householder', 'spouse', 'child'] }
const SEX: Attribute = { name: 'sex', levels: ['f', 'm'] }
const STATUS: Attribute = { name: 'status', levels: ['occupied', 'vacant'] }
const STATUSES: Attribute = { name: 'status', levels: ['owned', 'rented', 'vacant'] }

export interface SmallFact {
  readonly name: string
  readonly query: string
  readonly level: string
  readonly mode?: 'enforced' | 'tried'
  readonly where?: Where
  readonly exactly?: 'data' | number
  readonly atLeast?: number
  readonly atMost?: number
  readonly atMostTimes?: { readonly times: string; readonly of: Where }
}

export interface SmallLink {
  readonly name: string
  readonly level: string
  readonly people: Where
  readonly units: Where
  readonly atMostTimes?: string
  readonly atLeastTimes?: string
  readonly mode: 'enforced' | 'tried' | 'checked'
}

export interface SmallTable {
  readonly attributes: readonly Attribute[]
  readonly workload: readonly string[]
  readonly public: readonly SmallFact[]
  readonly impossible: readonly Where[]
  readonly changes: boolean
}

export interface SmallSpec {
  readonly places: (typeof PLACES)[number]
  readonly people: SmallTable
  readonly units: SmallTable
  readonly links: readonly SmallLink[]
  /** Counts of people that an earlier release published exactly. */
  readonly before: readonly SmallFact[]
  readonly atMost: number
  readonly pure: boolean
}

function whereOf(attributes: readonly Attribute[]): fc.Arbitrary<Where> {
  return fc
    .constantFrom(...attributes)
    .chain(({ name, levels }) =>
      fc.subarray([...levels], { minLength: 1, maxLength: levels.length - 1 }).map((chosen) => ({ [name]: chosen })),
    )
}

/** In one spec of eight. */
const sometimes = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<readonly T[]> =>
  fc.oneof({ weight: 7, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: one.map((own) => [own]) })

const TIMES = fc.constantFrom('1', '1', '1', '1', '2', '1/2')

function factOf(name: string, attributes: readonly Attribute[], levels: readonly string[]): fc.Arbitrary<SmallFact> {
  const query = fc.constantFrom('total', ...attributes.map((one) => one.name), 'detailed')
  const place = { query, level: fc.constantFrom(...levels) }
  const where = whereOf(attributes)
  return fc.oneof(
    { weight: 6, arbitrary: fc.record(place).map((own) => ({ name, ...own, exactly: 'data' as const })) },
    {
      weight: 2,
      arbitrary: fc
        .record({ ...place, where })
        .map(({ where: chosen, ...own }) => ({ name, ...own, query: 'total', where: chosen, exactly: 2 })),
    },
    { weight: 1, arbitrary: fc.record(place).map((own) => ({ name, ...own, atLeast: 1 })) },
    { weight: 1, arbitrary: fc.record(place).map((own) => ({ name, ...own, atMost: 2 })) },
    {
      weight: 1,
      arbitrary: fc
        .record({ ...place, where })
        .map(({ where: chosen, ...own }) => ({ name, ...own, query: 'total', where: chosen, atMost: 1 })),
    },
    {
      weight: 2,
      arbitrary: fc
        .record({ level: place.level, where, of: where, times: TIMES })
        .map(({ of, times, ...own }) => ({ name, query: 'total', ...own, atMostTimes: { times, of } })),
    },
  )
}

function tableOf(attributes: readonly Attribute[], levels: readonly string[]): fc.Arbitrary<SmallTable> {
  const names = ['total', ...attributes.map(({ name }) => name), 'detailed']
  return fc.record({
    attributes: fc.constant(attributes),
    workload: fc.subarray(names, { minLength: 1 }),
    public: fc
      .tuple(fc.nat({ max: 3 }), fc.tuple(...['one', 'two', 'three'].map((name) => factOf(name, attributes, levels))))
      .map(([count, facts]) => facts.slice(0, count)),
    impossible: sometimes(whereOf(attributes)),
    changes: fc.boolean(),
  })
}

function linkOf(
  name: string,
  people: readonly Attribute[],
  units: readonly Attribute[],
  levels: readonly string[],
): fc.Arbitrary<SmallLink> {
  const sides = fc.record({
    level: fc.constantFrom(...levels),
    people: whereOf(people),
    units: whereOf(units),
    mode: fc.constantFrom<SmallLink['mode'][]>('enforced', 'enforced', 'enforced', 'enforced', 'tried', 'checked'),
    times: TIMES,
    which: fc.constantFrom('both', 'both', 'most', 'most', 'least'),
  })
  return sides.map(({ times, which, ...own }) => ({
    name,
    ...own,
    ...(which !== 'least' && { atMostTimes: times }),
    ...(which !== 'most' && { atLeastTimes: times }),
  }))
}

/** With at most 10 entries for the people and 6 for the units, all data sets and all changes can be listed. */
export const anySpec: fc.Arbitrary<SmallSpec> = fc
  .record({
    places: fc.constantFrom(...PLACES),
    roles: fc.constantFrom([ROLE], [ROLE], [ROLES], [ROLE, SEX]),
    statuses: fc.constantFrom([STATUS], [STATUS], [STATUSES]),
  })
  .map(({ places, roles, statuses }) => {
    const many = places[1].length > 2
    return { places, roles: many ? [ROLE] : roles, statuses: many ? [STATUS] : statuses }
  })
  .chain(({ places, roles, statuses }) => {
    const [levels] = places
    return fc.record({
      places: fc.constant(places),
      people: tableOf(roles, levels),
      units: tableOf(statuses, levels),
      links: fc
        .tuple(
          fc.constantFrom(0, 1, 1, 2, 3),
          fc.tuple(...['first', 'second', 'third'].map((name) => linkOf(name, roles, statuses, levels))),
        )
        .map(([count, links]) => links.slice(0, count)),
      before: sometimes(
        fc.record({
          name: fc.constant('before'),
          query: fc.constantFrom('total', ...roles.map(({ name }) => name)),
          level: fc.constantFrom(...levels),
        }),
      ),
      atMost: fc.constantFrom(1, 1, 1, 2),
      pure: fc.boolean(),
    })
  })

/** As a person would write it. */
export function specText({ places, people, units, links, atMost, pure }: SmallSpec): string {
  const [[top, ...columns]] = places
  const budget = (share: string) => (pure ? { epsilon: share } : { rho: share, delta: '1e-6' })
  const part = (table: SmallTable, share: string, person: object) => ({
    attributes: table.attributes,
    privacy: { ...budget(share), unit: table.changes ? 'change-person' : 'add-remove-person', ...person },
    workload: table.workload.map((query) => ({ query })),
    public: table.public,
    impossible: table.impossible,
  })
  return JSON.stringify({
    tacet: 1,
    source: { file: 'people.csv' },
    geography: { top, columns },
    ...part(people, '1', atMost === 1 ? {} : { person: { column: 'id', atMost } }),
    units: { source: { file: 'units.csv' }, ...part(units, '1/2', {}), links },
  })
}

export interface PlannedSpec {
  readonly hierarchy: Hierarchy
  readonly plans: readonly [MeasurePlan, MeasurePlan]
  readonly together: Together
  readonly world: SmallWorld
  /** With links that are only tried or looked at as well. */
  readonly worldOfAll: SmallWorld
}

function placesOf({ places: [levels, paths] }: SmallSpec): Hierarchy {
  return buildHierarchy([...levels], paths)
}

export function plannedSpec(small: SmallSpec): PlannedSpec {
  const hierarchy = placesOf(small)
  const spec = parseSpec(specText(small), 'a spec')
  const own = unitsSpec(spec)
  if (own === undefined) throw new Error('no units')
  const tables = [
    { name: 'people', spec, schema: compileSchema(spec) },
    { name: 'units', spec: own, schema: compileSchema(own) },
  ] as const
  const inherited = small.before.map(({ name, level, query }) => ({ name, level, query }))
  const joint = planJointly({ tables, links: spec.units?.links ?? [], whole: new Set(), inherited }, hierarchy)
  const [people, units] = tables.map(({ name, spec: its, schema }) =>
    planMeasurements(its, schema, hierarchy, false, { isUnits: name === 'units', joint }),
  )
  const together = togetherOf([people, units], hierarchy)
  if (together === undefined) throw new Error('nothing is said of both tables')
  const worlds = [['enforced'], ['enforced', 'tried', 'checked']].map((modes) => worldOf(small, modes))
  return { hierarchy, plans: [people, units], together, world: worlds[0], worldOfAll: worlds[1] }
}

/** Read off the small spec itself, and not off the plan. Of links, those of the modes. */
export function worldOf(small: SmallSpec, modes: readonly string[] = ['enforced']): SmallWorld {
  const hierarchy = placesOf(small)
  const spec = parseSpec(specText(small), 'a spec')
  const schemas = [compileSchema(spec), compileSchema(unitsSpec(spec) ?? spec)]
  const sizes = schemas.map(cellCount)
  const cells = sizes[0] + sizes[1]
  const levelOf = (name: string): number => small.places[0].indexOf(name)
  const tables = [small.people, small.units]
  const firstOf = (table: number): number => (table === 0 ? 0 : sizes[0])
  const chosen = (table: number, where: Where = {}): boolean[] => {
    const found = new Array<boolean>(cells).fill(false)
    selectCells(schemas[table], where, 'where').forEach((one, cell) => {
      found[firstOf(table) + cell] = one === 1
    })
    return found
  }
  const buckets = (
    table: number,
    { query, where, level }: Pick<SmallFact, 'query' | 'where' | 'level'>,
  ): CountedBuckets => {
    const within = chosen(table, where)
    const bucketOf = new Array<number>(cells).fill(-1)
    compileQuery(schemas[table], query).answerOf.forEach((answer, cell) => {
      if (within[firstOf(table) + cell]) bucketOf[firstOf(table) + cell] = answer
    })
    return { level: levelOf(level), bucketOf }
  }
  const facts: CountedBuckets[] = small.before.map((fact) => buckets(0, fact))
  const lines: WeightedLine[] = []
  const bounds: CountBound[] = []
  const tie = (level: string, less: readonly boolean[], more: readonly boolean[], times: string): void => {
    const [num, den = 1] = times.split('/').map(Number)
    lines.push({
      level: levelOf(level),
      weights: less.map((one, cell) => (one ? den : 0) - (more[cell] ? num : 0)),
    })
  }
  tables.forEach((table, t) => {
    for (const fact of table.public) {
      const { exactly, atLeast, atMost, atMostTimes } = fact
      if (exactly !== undefined) facts.push(buckets(t, fact))
      if (atMostTimes !== undefined)
        tie(fact.level, chosen(t, fact.where), chosen(t, atMostTimes.of), atMostTimes.times)
      if (atLeast === undefined && atMost === undefined) continue
      const { level, bucketOf } = buckets(t, fact)
      for (const bucket of new Set(Array.from(bucketOf)))
        if (bucket >= 0)
          bounds.push({
            level,
            cells: Array.from(bucketOf, (own) => own === bucket),
            atLeast: atLeast ?? 0,
            atMost: atMost ?? Number.POSITIVE_INFINITY,
          })
    }
    const single = t === 1 || small.atMost === 1
    if (table.changes && single && table.workload.includes('total'))
      facts.push(buckets(t, { query: 'total', level: small.places[0][0] }))
  })
  for (const { level, people, units, atMostTimes, atLeastTimes, mode } of small.links) {
    if (!modes.includes(mode)) continue
    const [persons, homes] = [chosen(0, people), chosen(1, units)]
    if (atMostTimes !== undefined) tie(level, persons, homes, atMostTimes)
    if (atLeastTimes !== undefined) {
      tie(level, persons, homes, atLeastTimes)
      const last = lines.pop() as WeightedLine
      lines.push({ ...last, weights: last.weights.map((weight) => -weight) })
    }
  }
  const impossible = new Array<boolean>(cells).fill(false)
  tables.forEach((table, t) => {
    for (const where of table.impossible)
      chosen(t, where).forEach((one, cell) => {
        if (one) impossible[cell] = true
      })
  })
  const ranges = hierarchy.levels.map((_, level) => leafRanges(hierarchy, level))
  const leaves = small.places[1].map((_, leaf) =>
    ranges.map((first) => Array.from(first).findLastIndex((start, node) => start <= leaf && node < first.length - 1)),
  )
  return { cells, leaves, impossible, facts, lines, bounds }
}
