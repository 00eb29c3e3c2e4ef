/** What a command is asked for: a spec, or flags that stand for one, and what stands beside it. */
import { dirname, isAbsolute, join, resolve, sep } from 'node:path'
import type { Command } from 'commander'
import { stringify } from 'yaml'
import { wayTo } from '../files/index.ts'
import type { AnyCapability } from '../jobs/registry.ts'
import { badInput } from '../request-error.ts'
import type { SpecJob } from '../run/index.ts'
import { type SpecChange, withChanges } from '../spec/index.ts'
import { givenOptions } from './declared-options.ts'
import { saysSpec } from './field-names.ts'
import { fieldAt, fieldsOfFlags, newFields, setField } from './spec-of-flags.ts'

/** The job with where it comes from, so that a complaint can name the place. */
export interface AskedJob {
  readonly job: SpecJob
  readonly flags: Command
  /** Undefined where flags stand for the spec. */
  readonly file?: { readonly path: string; readonly text: string }
}

const NOTHING = (): boolean => false

/** `place: 'here'` names files as this folder sees them, for a spec that is printed; else as the folder of the data sees them. */
export async function askedJob(
  capability: AnyCapability,
  data: string,
  command: Command,
  place: 'here' | 'beside the data' = 'beside the data',
): Promise<AskedJob> {
  const beside = fieldsOfFlags(command, { ofSpec: false, place: (file) => file, isThere: NOTHING })
  if (capability.flags === null || isSpecFile(data)) {
    saysSpec(command)
    const spec = await specBeside(data, command)
    return { job: { spec, ...beside }, flags: command, file: spec }
  }
  const folder = place === 'here' ? '.' : folderOf(data)
  const named = (file: string): string => (folder === '.' ? file : wayTo(resolve(folder), resolve(file)))
  const fields = fieldsOfFlags(command, { ofSpec: true, place: named, isThere: NOTHING })
  const whole = newFields()
  whole.tacet = 1
  setField(whole, capability.flags.data, named(data))
  for (const [name, value] of Object.entries(fields))
    whole[name] = whole[name] === undefined ? value : { ...(whole[name] as object), ...(value as object) }
  if (whole[capability.name] === undefined) whole[capability.name] = {}
  return {
    job: { spec: { path: join(folder, 'flags.yaml'), text: stringify(whole, { lineWidth: 0 }) }, ...beside },
    flags: command,
  }
}

export function isSpecFile(path: string): boolean {
  return /\.(ya?ml|json)$/i.test(path)
}

/** Windows takes both. */
const SEPARATORS = sep === '\\' ? /[\\/]/ : '/'

/** The folder of the data; that of the first of several files named by a pattern. */
function folderOf(data: string): string {
  const folder = dirname(data)
  const pattern = folder.split(SEPARATORS).findIndex((part) => /[*?[{]/.test(part))
  if (pattern < 0) return folder
  return folder.split(SEPARATORS).slice(0, pattern).join('/') || (isAbsolute(data) ? '/' : '.')
}

/** The spec with what flags say in place of its own words; others are refused, which it would silently win over. */
async function specBeside(path: string, command: Command): Promise<{ readonly path: string; readonly text: string }> {
  const { readSpec } = await import('../data/index.ts')
  const idle = givenOptions(command).filter(({ words, ofSpec }) => ofSpec && words.beside !== true)
  if (idle.length > 0)
    throw badInput(
      `${path} is a spec, which says everything by itself: write ${idle.map(({ option }) => option.long).join(', ')} into it, or leave it out.`,
    )
  const { text, spec } = await readSpec(path)
  const isThere = (at: readonly string[]): boolean => fieldAt(spec, at) !== undefined
  const named = (file: string): string => wayTo(resolve(dirname(path)), resolve(file))
  const fields = fieldsOfFlags(command, { ofSpec: true, place: named, isThere })
  const changes = givenOptions(command)
    .filter(({ ofSpec }) => ofSpec)
    .map(({ field }): SpecChange => ({ path: [...field.path], value: fieldAt(fields, field.path) }))
    .filter(({ path: at, value }) => !(isThere(at.map(String)) && isEmpty(value)))
  return { path, text: changes.length === 0 ? text : withChanges(text, changes) }
}

/** A part that is asked for by its flag alone is there already. */
const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0
