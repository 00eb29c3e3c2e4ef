/**
 * The words of a CPLEX LP file, with the lines they stand on. Errors tell names and keywords, never a number: a right-hand
 * side may be private.
 */
import { badInput, type RequestError } from '../../request-error.ts'

export interface Token {
  readonly kind: 'name' | 'number' | 'sign' | 'relation' | 'section' | 'end'
  /** A relation is '<', '>' or '='; a section one of the names below. */
  readonly text: string
  readonly line: number
}

const SECTIONS: readonly (readonly [RegExp, string])[] = [
  [/^(maximi[sz]e|maximum|max)(?![^\s:+\-\d[])/i, 'maximise'],
  [/^(minimi[sz]e|minimum|min)(?![^\s:+\-\d[])/i, 'minimise'],
  [/^(subject\s+to|such\s+that|s\.t\.|st\.|st)(?![^\s:+\-\d])/i, 'rows'],
  [/^bounds?(?!\S)/i, 'bounds'],
  [/^(generals?|gen|integers?|int)(?!\S)/i, 'integer'],
  [/^(binary|binaries|bin)(?!\S)/i, 'binary'],
  [/^(semi-continuous|semis?|sos[12]?|sos|lazy\s+constraints|user\s+cuts|pwlobj)(?!\S)/i, 'unsupported'],
  [/^end(?!\S)/i, 'finish'],
]

/** What a section is called in a file. */
export const SECTION_WORDS: Readonly<Record<string, string>> = {
  maximise: 'Maximize',
  minimise: 'Minimize',
  rows: 'Subject To',
  bounds: 'Bounds',
  integer: 'General',
  binary: 'Binary',
  finish: 'End',
}

const NUMBER = /^(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,4}(?![\w.]))?/
const NAME = /^[A-Za-z_!"#$%&(),;?@'`{}~][\w!"#$%&(),.;?@'`{}~]*/
const RELATION = /^(?:<=|=<|>=|=>|<|>|=)/

export function lpTokens(text: string): Token[] {
  const tokens: Token[] = []
  text.split(/\r\n|\r|\n/).forEach((whole, index) => {
    const line = index + 1
    let rest = whole.replace(/\\.*$/, '').trim()
    const section = SECTIONS.find(([pattern]) => pattern.test(rest))
    if (section !== undefined && !/^\S+\s*:/.test(rest.replace(section[0], ''))) {
      const matched = section[0].exec(rest)![0]
      // "max: x + y" is an objective, "bin <= 3" a constraint on a variable called bin.
      if (!RELATION.test(rest.slice(matched.length).trim())) {
        tokens.push({ kind: 'section', text: section[1], line })
        rest = rest.slice(matched.length).replace(/^\s*:/, '').trim()
      }
    }
    while (rest !== '') {
      const token = nextToken(rest, line)
      tokens.push({ ...token, line })
      rest = rest.slice(token.length).trimStart()
    }
  })
  tokens.push({ kind: 'end', text: 'the end of the file', line: tokens.at(-1)?.line ?? 1 })
  return tokens
}

function nextToken(rest: string, line: number): Omit<Token, 'line'> & { length: number } {
  const relation = RELATION.exec(rest)?.[0]
  if (relation !== undefined) {
    const sign = relation.includes('<') ? '<' : relation.includes('>') ? '>' : '='
    return { kind: 'relation', text: sign, length: relation.length }
  }
  const number = NUMBER.exec(rest)?.[0]
  if (number !== undefined) return { kind: 'number', text: number, length: number.length }
  const name = NAME.exec(rest)?.[0]
  if (name !== undefined) return { kind: 'name', text: name, length: name.length }
  if ('+-*^/[]:'.includes(rest[0])) return { kind: 'sign', text: rest[0], length: 1 }
  throw lineError(
    line,
    `the character "${rest[0]}" has no meaning here`,
    'remove it, or rename the variable it is part of',
  )
}

export function lineError(line: number, wrong: string, right: string): RequestError {
  return badInput(`Line ${line} of the model: ${wrong}. What would be right: ${right}.`, { line })
}
