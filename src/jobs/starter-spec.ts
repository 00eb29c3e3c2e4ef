/**
 * A spec to start from, with what a look at the file suggests and what the person corrected: how the file is read, the roles of its
 * columns, and a part for each capability, or for the one it is wanted for, each with values that it takes. Its levels come from the
 * data and must be checked.
 */
import { dirname } from 'node:path'
import {
  type ColumnDescription,
  chosenColumns,
  type FileDescription,
  placesOf,
  type StarterChoice,
  starterAttributes,
} from '../data/index.ts'
import { wayTo } from '../files/index.ts'
import { badInput } from '../request-error.ts'
import type { Starter } from '../run/starter.ts'
import { SPEC_HEAD } from '../spec/index.ts'
import { anyCapability, CAPABILITY_NAMES, type CapabilityName } from './registry.ts'
import { quote, roleLines } from './starter-lines.ts'

/** Capabilities that a starter spec can be for. */
export const STARTER_NAMES = CAPABILITY_NAMES.filter((name) => anyCapability(name).starter !== null)

/** Places that a spec for everything has: more make a plan that nobody reads. */
const MOST_LEVELS = 2

/** For the one capability that is named, or for all that the file suits. */
export async function starterSpec(
  description: FileDescription,
  specPath: string,
  asked?: CapabilityName,
  choice: StarterChoice = {},
): Promise<string> {
  const { rows, path } = description
  if (rows === 0) throw badInput(`${path} holds no records: there is nothing to write a spec from.`)
  const columns = description.columns.filter(({ doubt }) => doubt === null)
  const count = countOf(description, columns, choice)
  const places = choice.places
    ? chosenColumns(description, choice.places)
    : placesOf(columns).slice(0, asked === undefined ? MOST_LEVELS : undefined)
  const wanted = choice.attributes && chosenColumns(description, choice.attributes).map(asAttribute)
  const attributes = starterAttributes(
    (wanted ?? columns).filter(({ name }) => name !== count?.name && !places.some((place) => place.name === name)),
  )
  const leftOut = (wanted ?? [])
    .map(({ name }) => name)
    .filter((name) => !attributes.some(({ column }) => column === name))
  const file = { description, columns, places, attributes, leftOut, isCounted: count !== undefined, choice }
  const starters = await startersFor(asked)
  const counted = count !== undefined && starters.every((one) => one.readsCount(file))
  const head = [
    `${SPEC_HEAD}title: ${quote(specPath.replace(/^.*[\\/]|\.[^.]*$/g, '') || 'release')}\n`,
    `source:\n  file: ${quote(wayTo(dirname(specPath), path))}\n${readLines(description)}${counted ? `  count: ${quote(count.name)}\n` : ''}`,
    ...(asked === undefined ? [roleLines(description)] : []),
  ]
  const sections = starters.flatMap((one) => one.lines(file, asked !== undefined))
  return [...head, ...sections].filter((part) => part !== '').join('\n')
}

async function startersFor(asked: CapabilityName | undefined): Promise<readonly Starter[]> {
  const all = await Promise.all((asked === undefined ? STARTER_NAMES : [asked]).map(starterOf))
  return asked === undefined ? all.filter(({ unasked }) => unasked) : all
}

async function starterOf(name: CapabilityName): Promise<Starter> {
  const { starter } = anyCapability(name)
  if (starter === null)
    throw badInput(`There is no starter spec for ${name}. There is one for ${STARTER_NAMES.join(', ')}.`)
  return starter()
}

/** The column of counts that was chosen, or that the file has; one that can be no count is refused. */
function countOf(
  description: FileDescription,
  columns: readonly ColumnDescription[],
  { count }: StarterChoice,
): ColumnDescription | undefined {
  if (count === null) return undefined
  const isCount = ({ type, missing, smallest }: ColumnDescription): boolean =>
    type === 'whole number' && missing === 0 && (smallest ?? -1) >= 0
  if (count === undefined) return columns.find((column) => column.looksLike === 'count' && isCount(column))
  const [found] = chosenColumns(description, [count])
  if (!isCount(found))
    throw badInput(`The column "${count}" does not hold counts: whole numbers from 0 up in every line. Choose another.`)
  return found
}

/** A column that the person counts by is taken for what it is not, if need be. */
function asAttribute(column: ColumnDescription): ColumnDescription {
  const isOne = column.looksLike === 'quasi-identifier' || column.looksLike === 'sensitive'
  return isOne ? column : { ...column, looksLike: 'quasi-identifier' }
}

function readLines({ read, columns, proposedMissing }: FileDescription): string {
  const { decimal, dates = [], missing, missingIn, ...others } = read
  const ofOne = (name: string): readonly string[] => missingIn?.[name] ?? []
  const everywhere = columns.flatMap(({ name, missingTexts }) =>
    missingTexts.filter((text) => !ofOne(name).includes(text)),
  )
  const texts = missing ?? [...new Set(everywhere)]
  const isOpen = columns.some(({ doubt }) => doubt?.field === 'source.read.decimal')
  const parts = [
    ...Object.entries(others).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${inYaml(value)}`])),
    ...(decimal === undefined || isOpen ? [] : [`decimal: ${quote(decimal)}`]),
    ...(dates.length === 0 ? [] : [`dates: ${inYaml(dates)}`]),
    `missing: ${inYaml(texts)}`,
    ...(missingIn === undefined ? [] : [`missingIn: ${inYaml(missingIn)}`]),
  ]
  const check =
    proposedMissing.length === 0
      ? ''
      : '  # CHECK: missingIn lists values that look like "not known"; take out those that are values.\n'
  return `${check}  read: { ${parts.join(', ')} }\n`
}

/** On one line. */
function inYaml(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inYaml).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{ ${Object.entries(value)
    .map(([name, inner]) => `${quote(name)}: ${inYaml(inner)}`)
    .join(', ')} }`
}
