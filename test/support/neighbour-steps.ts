/** Random data, and one random step from it to a neighbour under each relation. */
import type { Files } from './observed.ts'

/** A whole number from 0 to below what is given. */
export type Draw = (below: number) => number

/** Lines of a file, to those of a neighbour. */
export type Neighbour = (lines: readonly string[], draw: Draw) => readonly string[]

const LEAVES: readonly string[] = ['north,n1', 'north,n2', 'south,s1', 'south,s2']
const leafOf = (line: string): string => line.split(',').slice(0, 2).join()

const oneOf = <T>(values: readonly T[], draw: Draw): T => values[draw(values.length)]

function attributes(draw: Draw, missing: boolean): string {
  return `${oneOf(missing ? ['f', 'm', ''] : ['f', 'm'], draw)},${draw(100)}`
}

/** The header and 3 to 7 people in every block. With `missing`, some have no sex. */
export const people =
  (missing = false) =>
  (draw: Draw): readonly string[] => [
    'district,block,sex,age',
    ...LEAVES.flatMap((leaf) => Array.from({ length: 3 + draw(5) }, () => `${leaf},${attributes(draw, missing)}`)),
  ]

/** Where regions are read off the data they are public: a step that empties one, or changes nothing, is drawn again. */
export function wellKept(step: Neighbour, lines: readonly string[], draw: Draw): readonly string[] {
  for (;;) {
    const after = step(lines, draw)
    if (after.join('\n') === lines.join('\n')) continue
    if (LEAVES.every((leaf) => after.some((line) => leafOf(line) === leaf))) return after
  }
}

export const addOrRemove =
  (missing = false): Neighbour =>
  (lines, draw) => {
    const at = draw(lines.length)
    return draw(2) === 0
      ? lines.toSpliced(at, 1)
      : lines.toSpliced(at, 0, `${oneOf(LEAVES, draw)},${attributes(draw, missing)}`)
  }

/** One record becomes another; with `stays`, in its own block. */
export const changeOne =
  (missing = false, stays = false): Neighbour =>
  (lines, draw) => {
    const at = draw(lines.length)
    return lines.with(at, `${stays ? leafOf(lines[at]) : oneOf(LEAVES, draw)},${attributes(draw, missing)}`)
  }

const linesOf = (person: string, draw: Draw): readonly string[] => {
  const [leaf, age] = [oneOf(LEAVES, draw), draw(100)]
  // Half of them have all their lines in one cell: the furthest that a person can move one answer.
  return draw(2) === 0
    ? Array.from({ length: 1 + draw(6) }, () => `${leaf},f,${age},${person}`)
    : Array.from({ length: 1 + draw(6) }, () => `${oneOf(LEAVES, draw)},${attributes(draw, false)},${person}`)
}

/** One person in every block, and ten with up to 6 lines anywhere: more than are counted. */
export const persons = (draw: Draw): readonly string[] => [
  'district,block,sex,age,person',
  ...LEAVES.map((leaf, i) => `${leaf},f,30,resident ${i}`),
  ...Array.from({ length: 10 }, (_, p) => linesOf(`p${p}`, draw)).flat(),
]

const without = (lines: readonly string[], person: string): readonly string[] =>
  lines.filter((line) => !line.endsWith(`,${person}`))

/** A person comes or goes with all their lines. */
export const enterOrLeave: Neighbour = (lines, draw) =>
  draw(2) === 0
    ? without(lines, `p${draw(10)}`)
    : lines.toSpliced(draw(lines.length), 0, ...linesOf('somebody new', draw))

/** All lines of a person become others, perhaps more or fewer. */
export const changePerson: Neighbour = (lines, draw) => {
  const person = `p${draw(10)}`
  return without(lines, person).toSpliced(draw(lines.length), 0, ...linesOf(person, draw))
}

const STATES: readonly string[] = ['US,GA', 'US,NY', 'US,OR']

/** The header and 4 to 8 groups in every state, of sizes up to 9, where 6 is the largest that is told apart. */
export const groupLines =
  (missing = false) =>
  (draw: Draw): readonly string[] => [
    'country,state,size',
    ...STATES.flatMap((state) =>
      Array.from({ length: 4 + draw(5) }, (_, i) => `${state},${missing && i > 0 && draw(5) === 0 ? '' : 1 + draw(9)}`),
    ),
  ]

/** The size of one group grows or falls by one, and not to 0: no group is founded or dissolved. */
export const joinOrLeave: Neighbour = (lines, draw) => {
  for (;;) {
    const at = draw(lines.length)
    const [country, state, size] = lines[at].split(',')
    const changed = Number(size) + (draw(2) === 0 ? 1 : -1)
    if (size !== '' && changed > 0) return lines.with(at, `${country},${state},${changed}`)
  }
}

/** One group is founded in a state that has some, or one of several in its state is dissolved. */
export const foundOrDissolve: Neighbour = (lines, draw) => {
  for (;;) {
    const at = draw(lines.length)
    const place = lines[at].slice(0, lines[at].lastIndexOf(','))
    if (draw(2) === 0) return lines.toSpliced(draw(lines.length), 0, `${place},${1 + draw(8)}`)
    if (lines.filter((line) => line.startsWith(`${place},`)).length > 1) return lines.toSpliced(at, 1)
  }
}

export const peopleOfGroups = (draw: Draw): readonly string[] => [
  'country,state,unit',
  ...STATES.flatMap((state, s) =>
    Array.from({ length: 4 + draw(4) }, (_, g) => Array.from({ length: 1 + draw(8) }, () => `${state},h${s}-${g}`)),
  ).flat(),
]

/** One person joins an existing group, or leaves one that others stay in. */
export const joinOrLeaveLine: Neighbour = (lines, draw) => {
  for (;;) {
    const at = draw(lines.length)
    if (draw(2) === 0) return lines.toSpliced(draw(lines.length), 0, lines[at])
    if (lines.filter((line) => line === lines[at]).length > 1) return lines.toSpliced(at, 1)
  }
}

const COUNTY = `tacet: 1
title: County
source: { file: people.csv, count: n }
geography: { top: county, columns: [region, block] }
attributes:
  - { name: sex, levels: [f, m] }
  - { name: kind, levels: [householder, child, guest] }
privacy: { epsilon: 2 }
workload: [{ query: total }, { query: detailed }]
public: [{ name: population, query: total, level: county, exactly: data }]
units:
  source: { file: units.csv, count: n }
  attributes:
    - { name: status, levels: [occupied, vacant] }
    - { name: size, levels: [small, large] }
  privacy: { rho: 1/2, delta: 1e-6 }
  workload: [{ query: status }, { query: detailed }]
  public: [{ name: all units, query: total, level: block, exactly: data }]
  links:
    - { name: one householder a home, level: block, people: { kind: [householder] }, atMostTimes: 1, atLeastTimes: 1, units: { status: [occupied] } }
topdown: { simulations: 0 }
`

/** People and homes. Either a person who is no householder changes, anywhere; or a home in its block: every link holds still. */
export function linked(draw: Draw): readonly [Files, Files] {
  const counts = LEAVES.map(() => ({ homes: 2 + draw(6), large: draw(3), vacant: 1 + draw(3), others: 2 + draw(9) }))
  const persons = LEAVES.flatMap((leaf, i) => {
    const women = draw(counts[i].homes + 1)
    return [
      [`${leaf},f,householder`, women],
      [`${leaf},m,householder`, counts[i].homes - women],
      ...['f,child', 'm,child', 'f,guest', 'm,guest'].map((cell) => [`${leaf},${cell}`, draw(counts[i].others)]),
    ] as [string, number][]
  })
  const homes = LEAVES.flatMap((leaf, i): [string, number][] => [
    [`${leaf},occupied,large`, counts[i].large],
    [`${leaf},occupied,small`, counts[i].homes - counts[i].large],
    [`${leaf},vacant,small`, counts[i].vacant],
    [`${leaf},vacant,large`, draw(3)],
  ])
  const before = county(persons, homes)
  if (draw(2) === 0)
    return [
      before,
      county(
        persons,
        moved(homes, draw, (key) => key.replace(/,\w+$/, ''), /./),
      ),
    ]
  return [
    before,
    county(
      moved(persons, draw, () => '', /child|guest/),
      homes,
    ),
  ]
}

/** One of a cell goes to another cell of the same class. */
function moved(
  cells: readonly [string, number][],
  draw: Draw,
  classOf: (key: string) => string,
  among: RegExp,
): readonly [string, number][] {
  for (;;) {
    const [from, to] = [draw(cells.length), draw(cells.length)]
    const [gone, come] = [cells[from], cells[to]]
    if (from === to || gone[1] === 0 || classOf(gone[0]) !== classOf(come[0])) continue
    if (!among.test(gone[0]) || !among.test(come[0])) continue
    return cells.map(([key, n], i) => [key, n + (i === to ? 1 : 0) - (i === from ? 1 : 0)])
  }
}

function county(persons: readonly [string, number][], homes: readonly [string, number][]): Files {
  const csv = (header: string, cells: readonly [string, number][]): string =>
    `${[header, ...cells.filter(([, n]) => n > 0).map(([key, n]) => `${key},${n}`)].join('\n')}\n`
  return {
    'people.csv': csv('region,block,sex,kind,n', persons),
    'units.csv': csv('region,block,status,size,n', homes),
    'spec.yaml': COUNTY,
  }
}
