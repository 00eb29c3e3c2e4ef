/** The short forms in which flags say what a spec says in full: one grammar for all commands. */
import { badInput } from '../request-error.ts'

/** 60, 60s, 5min, 1h, in seconds. */
export function secondsOf(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*(s|min|m|h)?$/.exec(text)
  if (match === null) throw badInput(`"${text}" is not a time. Write 60s, 5min or 1h.`)
  return Number(match[1]) * (match[2] === 'h' ? 3600 : match[2] === 'min' || match[2] === 'm' ? 60 : 1)
}

/** a,b,c */
export function listOf(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** `a=.8,b=.2`: numbers by name. */
export function numbersOf(text: string): Readonly<Record<string, number>> {
  return named(text, (part) => {
    const match = /^(.+)=\s*((?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)$/i.exec(part)
    if (match === null) throw badInput(`"${part}": write name=number, as in age=.8,zip=.2, with numbers from 0 up.`)
    return [match[1].trim(), Number(match[2])]
  })
}

/** `sets=3,carry=2`: whole numbers by name. */
export function settingsOf(text: string): Readonly<Record<string, number>> {
  return named(text, (part) => {
    const match = /^([a-z]+)=(\d+)$/.exec(part)
    if (match === null) throw badInput(`"${part}": write name=number, as in sets=3,carry=2.`)
    return [match[1], Number(match[2])]
  })
}

function named<T>(text: string, read: (part: string) => readonly [string, T]): Readonly<Record<string, T>> {
  return Object.fromEntries(listOf(text).map(read))
}

/** `disease:distinct=3`, `disease:entropy=2`, `salary:t=0.2` (`salary:t=0.2:ordered`): a rule for a sensitive column. */
export function ruleOf(text: string): readonly Readonly<Record<string, unknown>>[] {
  const match = /^(.+?):(distinct|entropy|t)=([\d.]+)(:ordered)?$/.exec(text)
  if (match === null)
    throw badInput(`"${text}": write column:distinct=3, column:entropy=2 or column:t=0.2 (column:t=0.2:ordered).`)
  const kind = match[2] === 't' ? 'closeness' : match[2]
  return [{ column: match[1].trim(), [kind]: Number(match[3]), ...(match[4] !== undefined && { ordered: true }) }]
}

/** `20`, or `5%`. */
export function recordsOrShareOf(text: string): number | string {
  if (/^\d+(?:\.\d+)?%$/.test(text) && Number(text.slice(0, -1)) <= 100) return text
  if (/^\d{1,12}$/.test(text)) return Number(text)
  throw badInput(`"${text}": write a number of records, or a share such as 5%.`)
}

/** `0` for all, or `NAME=0`: exact numbers by name or pattern. */
export function exactByNameOf(text: string): Readonly<Record<string, string>> {
  const at = text.lastIndexOf('=')
  return at < 0 ? { '*': text.trim() } : { [text.slice(0, at)]: text.slice(at + 1).trim() }
}

/** `tree.csv:region,parent` */
export function parentsOf(text: string): Readonly<Record<string, string>> {
  const match = /^(.+):([^,:]+),([^,:]+)$/.exec(text)
  if (match === null) throw badInput(`"${text}": write FILE:region,parent, with the names of its two columns.`)
  return { file: match[1], column: match[2], parent: match[3] }
}
