import { visibleLine } from './visible-text.ts'

/**
 * What went wrong with what a person asked for, in words for that person.
 *
 * `message` says what was wrong, where, and what would be right. `code` and `facts` are for programs.
 * It never carries a record or a true count. Anything else that is thrown is a fault of Tacet's own.
 */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly code: RequestCode
  readonly facts: Readonly<Record<string, unknown>>

  constructor(code: RequestCode, message: string, facts: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.code = code
    this.facts = facts
  }
}

/** `input`: bad data, spec or flag. `refused`: the ledger's cap. `infeasible`: facts that contradict each other. */
export type RequestCode = 'input' | 'refused' | 'infeasible'

/** The exit code of the command line for each kind of error. */
export const EXIT_CODES: Readonly<Record<RequestCode, number>> = { input: 2, refused: 3, infeasible: 4 }

/** A bad input: what was wrong, where, and what would be right. */
export function badInput(message: string, facts: Readonly<Record<string, unknown>> = {}): RequestError {
  return new RequestError('input', message, facts)
}

/**
 * A bad value of a field of the job, such as `privacy.delta`: what is wrong and what would be right. Each front end names the
 * field in its own way: a flag, a line of a file, a form.
 */
export function badField(field: string, problem: string, facts: Readonly<Record<string, unknown>> = {}): RequestError {
  return new RequestError('input', `${field}: ${problem}`, { ...facts, field })
}

/** Names longer than this are cut off in messages. */
const LONGEST_NAME = 60
/** No message lists more names. */
const MOST_NAMES = 12

/** A name as a message may show it: on one line, cut off where it is long, control characters made visible. */
export function clipped(name: string): string {
  const plain = visibleLine(name.slice(0, LONGEST_NAME + 1))
  return plain.length > LONGEST_NAME ? `${plain.slice(0, LONGEST_NAME)}...` : plain
}

/** The first few of some names, and how many more there are. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map(clipped).join(', ')
  return names.length > MOST_NAMES ? `${shown} and ${names.length - MOST_NAMES} more` : shown
}

/** A column with more levels than this may name people. */
const MOST_LEVELS = 60

/** The levels that a column of the data has, for a person who named another: those of a column with many are not shown. */
export function listedLevels(levels: readonly string[]): string {
  return levels.length > MOST_LEVELS
    ? `It has ${levels.length.toLocaleString('en')} levels, too many to list`
    : `Its levels are: ${listed(levels)}`
}
