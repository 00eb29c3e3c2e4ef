/** From flags to the spec that they stand for. */
import type { Command } from 'commander'
import { z } from 'zod'
import { badInput, RequestError } from '../request-error.ts'
import { bareOf, listOf } from '../spec/index.ts'
import { type DeclaredOption, declarationOf, givenOptions } from './declared-options.ts'

/** Records without a prototype: names in them are the user's. */
export type Fields = Record<string, unknown>

export interface FlagsRead {
  /** Of the spec, or of what stands beside it. */
  readonly ofSpec: boolean
  /** How the spec names a file. */
  place(file: string): string
  /** Whether the spec that the flags stand beside has a field. */
  isThere(path: readonly string[]): boolean
}

/** What the flags given say. */
export function fieldsOfFlags(command: Command, { ofSpec, place, isThere }: FlagsRead): Fields {
  const fields = newFields()
  for (const declared of givenOptions(command).filter((one) => one.ofSpec === ofSpec)) {
    checkParent(declared, command, isThere)
    inFlag(declared, () => set(fields, declared, textsOf(command, declared), place))
  }
  return fields
}

export const newFields = (): Fields => Object.create(null) as Fields

/** Sets a field by its path. */
export function setField(fields: Fields, path: readonly string[], value: unknown): void {
  const [name, ...rest] = path
  if (rest.length === 0) fields[name] = value
  else setField((fields[name] ??= newFields()) as Fields, rest, value)
}

export function fieldAt(fields: unknown, [name, ...rest]: readonly string[]): unknown {
  const value = (fields as Fields | undefined)?.[name]
  return rest.length === 0 ? value : fieldAt(value, rest)
}

function set(
  fields: Fields,
  declared: DeclaredOption,
  texts: readonly string[],
  place: (file: string) => string,
): void {
  const { words, field } = declared
  const { path } = field
  const before = fieldAt(fields, path)
  if (words.apply !== undefined) {
    setField(fields, path, words.apply(before, texts[0]))
    return
  }
  const values = texts.map((text) => placed(valueOfFlag(declared, text), declared, place))
  setField(fields, path, values.reduce(merged, before))
}

/** A flag without a value says what it means; the type of the field says how another is read. */
function valueOfFlag({ words, field }: DeclaredOption, text: string): unknown {
  if (words.means !== undefined) return words.means
  if (words.read !== undefined) return words.read(text)
  const bare = bareOf(field.schema)
  if (bare instanceof z.ZodBoolean) return true
  if (bare instanceof z.ZodArray) return listOf(text)
  if (bare instanceof z.ZodNumber) return wholeNumber(text)
  return bare instanceof z.ZodUnion && String(Number(text)) === text ? Number(text) : text
}

function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw badInput(`"${text}" is not a whole number from 0 up.`)
  return Number(text)
}

/** Files are named as the spec must name them: the value itself, or the `file` within it. */
function placed(value: unknown, { words }: DeclaredOption, place: (file: string) => string): unknown {
  if (Array.isArray(value) && /<folder,folder>$/.test(words.flag)) return value.map((one) => place(String(one)))
  return typeof value === 'string' && /<file>$/.test(words.flag) ? place(value) : filesPlaced(value, place)
}

function filesPlaced(value: unknown, place: (file: string) => string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const copy = newFields()
  for (const [name, inner] of Object.entries(value))
    copy[name] = name === 'file' && typeof inner === 'string' ? place(inner) : filesPlaced(inner, place)
  return copy
}

/** Lists are joined, and so are names and values; one name has one value. */
function merged(before: unknown, value: unknown): unknown {
  if (before === undefined) return value
  if (Array.isArray(before) && Array.isArray(value)) return [...before, ...value]
  if (typeof before !== 'object' || typeof value !== 'object' || before === null || value === null) return value
  const joined = Object.assign(newFields(), before)
  for (const [name, inner] of Object.entries(value)) {
    const other = joined[name]
    if (typeof other === 'string' && typeof inner === 'string' && other !== inner)
      throw badInput(`"${name}": it is ${other} already, and has one value.`)
    joined[name] = merged(other, inner)
  }
  return joined
}

function textsOf(command: Command, { option }: DeclaredOption): readonly string[] {
  const value: unknown = command.getOptionValue(option.attributeName())
  return Array.isArray(value) ? value.flat().map(String) : [String(value)]
}

/** What a grammar says of a text, after the name of the flag. */
function inFlag({ option }: DeclaredOption, work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    throw new RequestError(error.code, `${option.long}: ${error.message}`, error.facts)
  }
}

/** A flag of a part that a flag of its own asks for does nothing without it. */
function checkParent(
  { option, field }: DeclaredOption,
  command: Command,
  isThere: (path: readonly string[]) => boolean,
): void {
  const parent = command.options.find((other) => isAbove(declarationOf(other)?.field.path, field.path))
  if (parent === undefined || command.getOptionValueSource(parent.attributeName()) === 'cli') return
  if (!isThere(declarationOf(parent)?.field.path ?? []))
    throw badInput(`${option.long} does nothing without ${parent.long}. Give both, or leave it out.`)
}

function isAbove(above: readonly string[] | undefined, path: readonly string[]): boolean {
  return above !== undefined && above.length < path.length && above.every((name, i) => path[i] === name)
}
