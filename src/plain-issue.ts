/** What a validator found, in plain words: what the field must be, and what it is. */
import type { z } from 'zod'
import { clipped } from './request-error.ts'

const KINDS: ReadonlyMap<string, string> = new Map([
  ['array', 'a list'],
  ['tuple', 'a list'],
  ['object', 'a set of fields, as in { name: value }'],
  ['record', 'a set of names and values, as in { name: value }'],
  ['string', 'text'],
  ['number', 'a number'],
  ['int', 'a whole number'],
  ['boolean', 'true or false'],
  ['null', 'empty'],
])

/** The message for an issue; undefined for those that say something of their own. */
export function plainIssue(issue: z.core.$ZodRawIssue | z.core.$ZodIssue): string | undefined {
  switch (issue.code) {
    case 'unrecognized_keys':
      return `there is no field called ${issue.keys.map((key) => `"${clipped(key)}"`).join(', ')} here`
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : wrongType(issue.expected, issue.input)
    case 'invalid_value':
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`
    case 'too_small':
      return bound(issue.origin, 'at least', Number(issue.minimum), issue.inclusive !== false)
    case 'too_big':
      return bound(issue.origin, 'at most', Number(issue.maximum), issue.inclusive !== false)
    case 'invalid_key':
    case 'invalid_element':
      return 'has a name or an entry that cannot be one'
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'invalid_format':
      return 'is written in another way than it must be'
    default:
      return undefined
  }
}

function wrongType(expected: string, input: unknown): string {
  const wanted = `must be ${KINDS.get(expected) ?? 'another kind of value'}`
  if (typeof input === 'number' && (expected === 'number' || expected === 'int'))
    return Number.isFinite(input) ? `${wanted}, and is not whole` : `${wanted}, and is not a finite one`
  return `${wanted}, and is ${kindOf(input)}`
}

function kindOf(input: unknown): string {
  if (input === null) return 'empty'
  if (Array.isArray(input)) return 'a list'
  if (typeof input === 'object') return 'a set of fields'
  return KINDS.get(typeof input) ?? 'another kind of value'
}

/** "must have at least 2 entries", "must not be empty", "must be at least 0". */
function bound(origin: string, how: 'at least' | 'at most', limit: number, inclusive: boolean): string {
  if (origin === 'array' || origin === 'set') return `must have ${how} ${limit} ${limit === 1 ? 'entry' : 'entries'}`
  if (origin === 'string')
    return limit === 1 && how === 'at least' ? 'must not be empty' : `must have ${how} ${limit} characters`
  if (inclusive) return `must be ${how} ${limit}`
  return how === 'at least' ? `must be above ${limit}` : `must be below ${limit}`
}
