/**
 * Merges and orders of levels as text: `column:new=old1|old2` and `column:l1|l2|l3`. A backslash before one of \ : = |
 * or a space makes it a part of the name.
 */
import { badInput } from '../request-error.ts'

export interface Merge {
  readonly variable: string
  readonly name: string
  readonly levels: readonly string[]
}

/** Levels of a variable, in order; none for numbers. */
export interface LevelOrder {
  readonly variable: string
  readonly levels: readonly string[]
}

/** A merge as a spec holds it. */
export function mergeOf(text: string): Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> {
  const { variable, name, levels } = parseMerge(text)
  return { [variable]: { [name]: levels } }
}

/** An order as a spec holds it. */
export function orderOf(text: string): Readonly<Record<string, readonly string[]>> {
  const { variable, levels } = parseOrder(text)
  return { [variable]: levels }
}

/** `col:new=old1|old2` */
export function parseMerge(text: string): Merge {
  const [variable, rest] = cut(text, ':')
  const [name, levels] = cut(rest, '=')
  if ([variable, name].some((part) => plain(part) === '') || levels === '') {
    throw badInput(`"${text}": write it as column:new=old1|old2, as in 'education:no degree=school|trade'.`)
  }
  return { variable: plain(variable), name: plain(name), levels: pieces(levels) }
}

/** A merge as `--merge` takes it. */
export function mergeText({ variable, name, levels }: Merge): string {
  const list = levels.map((level) => escaped(level, /[\\|]/g)).join('|')
  return `${escaped(variable, /[\\:]/g)}:${escaped(name, /[\\=]/g)}=${list}`
}

/** `age:<25|25-55|>55`, or only `age` when its levels are numbers. */
export function parseOrder(text: string): LevelOrder {
  const [variable, levels] = cut(text, ':')
  return { variable: plain(variable), levels: levels === '' ? [] : pieces(levels) }
}

/** An order as `--ordered` takes it. */
export function orderText({ variable, levels }: LevelOrder): string {
  return `${escaped(variable, /[\\:]/g)}:${levels.map((level) => escaped(level, /[\\|]/g)).join('|')}`
}

function escaped(text: string, special: RegExp): string {
  return text.replace(special, '\\$&').replace(/^\s|\s$/g, '\\$&')
}

/** The text before the first mark without a backslash, and after it. */
function cut(text: string, mark: string): [string, string] {
  for (let k = 0; k < text.length; k++) {
    if (text[k] === '\\') k++
    else if (text[k] === mark) return [text.slice(0, k), text.slice(k + 1)]
  }
  return [text, '']
}

function pieces(text: string): string[] {
  const found: string[] = []
  let from = 0
  for (let k = 0; k < text.length; k++) {
    if (text[k] === '\\') k++
    else if (text[k] === '|') {
      found.push(plain(text.slice(from, k)))
      from = k + 1
    }
  }
  return [...found, plain(text.slice(from))]
}

/** Without the spaces around it, and without the backslashes that are no part of the name. */
function plain(text: string): string {
  const inner = text.replace(/^\s+/, '').replace(/(?<!\\)\s+$/, '')
  return inner.replace(/\\([\\:=|\s])/g, '$1')
}
