/**
 * An attack on protected tables by a program that shares nothing with what made or checks them: it reads the published lines, adds records up
 * itself, works out the rules from their definitions, and bounds every sensitive cell and sum with a simplex of its own.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SmallProgram } from './small-program.ts'

export interface AttackRecord {
  readonly codes: Readonly<Record<string, string>>
  /** The contributor, or the group that it belongs to. */
  readonly holder: string
  readonly amount: number
}

export interface AttackRules {
  readonly isCount: boolean
  readonly least?: number
  readonly p?: number
  readonly dominance?: number
}

export interface Attacked {
  readonly records: readonly AttackRecord[]
  readonly rules: AttackRules
  /** The code of each variable that a code is a part of, besides the total. */
  readonly above: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly coalition: number
}

interface Published {
  readonly variables: readonly string[]
  readonly lines: readonly (readonly string[])[]
  readonly figures: readonly string[]
  readonly equations: readonly (readonly string[])[]
}

const TOTAL = 'Total'
const rowsOf = (path: string): string[][] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split(','))

/** A cell is known by its codes that are no total, whatever table it stands in. */
const nameOf = (variables: readonly string[], codes: readonly string[]): string =>
  variables
    .flatMap((name, v) => (codes[v] === TOTAL ? [] : [`${name}=${codes[v]}`]))
    .sort()
    .join('&')

function readPublished(folder: string): Published {
  const [head, ...rows] = rowsOf(join(folder, 'table.csv'))
  const variables = head.slice(0, -1)
  const lines = rows.map((row) => row.slice(0, -1))
  const groups = new Map<string, { variable: string; parent: string; children: string[] }>()
  for (const [variable, sum, code, parent] of rowsOf(join(folder, 'codes.csv')).slice(1)) {
    const group = groups.get(`${variable} ${sum}`) ?? { variable, parent, children: [] }
    group.children.push(code)
    groups.set(`${variable} ${sum}`, group)
  }
  const there = new Set(lines.map((codes) => nameOf(variables, codes)))
  const equations = [...groups.values()].flatMap(({ variable, parent, children }) =>
    lines.flatMap((codes) => {
      const v = variables.indexOf(variable)
      if (codes[v] !== parent) return []
      const parts = children.map((code) => nameOf(variables, codes.with(v, code)))
      return parts.every((part) => there.has(part)) ? [[nameOf(variables, codes), ...parts]] : []
    }),
  )
  return { variables, lines, figures: rows.map((row) => row[row.length - 1]), equations }
}

/** By cell: what each holder contributes. */
function contentsOf(published: readonly Published[], { records, above }: Attacked): Map<string, Map<string, number>> {
  const contents = new Map<string, Map<string, number>>()
  for (const { variables, lines } of published)
    for (const codes of lines) {
      const name = nameOf(variables, codes)
      if (contents.has(name)) continue
      const holders = new Map<string, number>()
      for (const { codes: own, holder, amount } of records) {
        const isIn = variables.every((variable, v) => {
          const code = own[variable]
          return [TOTAL, code, above[variable]?.[code]].includes(codes[v])
        })
        if (isIn) holders.set(holder, (holders.get(holder) ?? 0) + amount)
      }
      contents.set(name, holders)
    }
  return contents
}

interface Need {
  readonly up: number
  readonly down: number
}

/** What the rules ask of so many contributions; undefined where none is broken. */
function needOf(holders: ReadonlyMap<string, number>, { isCount, least, p, dominance }: AttackRules): Need | undefined {
  const sizes = [...holders.values()].sort((a, b) => b - a)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const [first = 0, second = 0] = sizes
  const asked: number[] = []
  if (least !== undefined && holders.size > 0 && holders.size < least) asked.push(isCount ? least - total : total * 0.1)
  if (p !== undefined && total - first - second < (p / 100) * first)
    asked.push((p / 100) * first - (total - first - second))
  if (dominance !== undefined && first > (dominance / 100) * total) asked.push((first * 100) / dominance - total)
  if (asked.length === 0) return undefined
  const up = Math.max(1, ...asked)
  return { up, down: Math.min(up, total) }
}

export interface Attack {
  /** What came nearer than the rules allow, in words; empty for tables that are safe. */
  readonly found: readonly string[]
  /** Sensitive cells, sums and groups of readers that were looked at. */
  readonly cells: number
  readonly sums: number
  readonly readers: number
}

export function attackTables(folders: readonly string[], attacked: Attacked): Attack {
  const published = folders.map(readPublished)
  const contents = contentsOf(published, attacked)
  const total = (name: string): number => [...(contents.get(name)?.values() ?? [])].reduce((sum, one) => sum + one, 0)
  const known = new Map<string, number>()
  for (const { variables, lines, figures } of published)
    lines.forEach((codes, l) => {
      if (figures[l] !== 'x') known.set(nameOf(variables, codes), Number(figures[l]))
    })
  const hidden = [...contents.keys()].filter((name) => !known.has(name))
  const equations = published.flatMap((one) => one.equations)
  const top = Math.max(1, ...[...contents.keys()].map(total))
  const targets = hidden.flatMap((name) => {
    const need = needOf(contents.get(name) ?? new Map(), attacked.rules)
    return need === undefined ? [] : [{ parts: [name], need }]
  })
  const sums = equations.flatMap(([whole, ...parts]) => {
    const inside = parts.filter((name) => !known.has(name))
    if (!known.has(whole) || inside.length < 2) return []
    const together = new Map<string, number>()
    for (const name of inside)
      for (const [holder, amount] of contents.get(name) ?? [])
        together.set(holder, (together.get(holder) ?? 0) + amount)
    const need = needOf(together, attacked.rules)
    return need === undefined ? [] : [{ parts: inside, need }]
  })
  const found: string[] = []
  const shown = [...contents].filter(
    ([name, holders]) => known.has(name) && needOf(holders, attacked.rules) !== undefined,
  )
  for (const [name] of shown) found.push(`${name} is sensitive and published`)
  const groups = readersOf(contents, hidden, attacked.coalition)
  for (const reader of groups) {
    const open = hidden.filter((name) => !reader.includes(name))
    const rows = equations.map(([whole, ...parts]) =>
      open.map((name) => Number(parts.includes(name)) - Number(whole === name)),
    )
    const value = (name: string): number => (open.includes(name) ? 0 : (known.get(name) ?? total(name)))
    const sides = equations.map(([whole, ...parts]) => value(whole) - parts.reduce((sum, name) => sum + value(name), 0))
    const most = open.map((name) => (attacked.rules.isCount ? 2 * top : total(name) === 0 ? top : 2 * total(name)))
    const program = new SmallProgram(
      rows,
      sides,
      open.map(() => 0),
      most,
    )
    if (!program.fits) throw new Error('the published tables contradict the records')
    for (const { parts, need } of [...targets, ...sums]) {
      if (parts.every((name) => reader.includes(name))) continue
      const own = parts.filter((name) => reader.includes(name)).reduce((sum, name) => sum + total(name), 0)
      const weights = (sign: number): number[] => open.map((name) => (parts.includes(name) ? sign : 0))
      const [low, high] = [own - program.most(weights(-1)), own + program.most(weights(1))]
      const truth = parts.reduce((sum, name) => sum + total(name), 0)
      const slack = 1e-6 * Math.max(1, truth)
      if (high < truth + need.up - slack || low > truth - need.down + slack)
        found.push(`${parts.join(' + ')} = ${truth}: ${low} to ${high}, for a reader of ${reader.join() || 'nothing'}`)
    }
  }
  return { found, cells: targets.length, sums: sums.length, readers: groups.length }
}

/** Everybody, and each choice of so many contributors who are alone in cells: the cells that they know. */
function readersOf(
  contents: ReadonlyMap<string, ReadonlyMap<string, number>>,
  hidden: readonly string[],
  coalition: number,
): readonly (readonly string[])[] {
  const own = new Map<string, string[]>()
  for (const name of hidden) {
    const [holder, ...others] = contents.get(name)?.keys() ?? []
    if (holder !== undefined && others.length === 0) own.set(holder, [...(own.get(holder) ?? []), name])
  }
  let groups: { readonly last: number; readonly cells: readonly string[] }[] = [{ last: -1, cells: [] }]
  const all = [[] as readonly string[]]
  const lists = [...own.values()]
  for (let size = 1; size <= coalition; size++) {
    groups = groups.flatMap(({ last, cells }) =>
      lists.flatMap((list, at) => (at > last ? [{ last: at, cells: [...cells, ...list] }] : [])),
    )
    all.push(...groups.map(({ cells }) => cells))
  }
  return all
}
