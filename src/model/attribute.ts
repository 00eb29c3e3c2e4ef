/**
 * What a person's record says: named attributes, each with a public, finite list of levels.
 *
 * The levels are declared, never read from the data behind the user's back: a level that appears only because one
 * person has it would itself give that person away.
 */
import { badInput } from '../request-error.ts'

export interface Attribute {
  readonly name: string
  /** The column it is read from. */
  readonly column: string
  readonly levels: readonly string[]
  /** Set when the levels are half-open bins of a number: level i holds edges[i] <= x < edges[i + 1]. */
  readonly edges?: readonly number[]
  /** With edges: they are days (`day.ts`), and the column holds dates. */
  readonly dates?: true
  readonly missing: MissingRule
  /** A value that differs from its level in case is another value. */
  readonly keepCase?: true
}

/** What a missing value means: a mistake, a level of its own, or a record that is left out. */
export type MissingRule =
  | { readonly rule: 'error'; readonly values: readonly string[] }
  | { readonly rule: 'level'; readonly values: readonly string[]; readonly level: string }
  | { readonly rule: 'drop'; readonly values: readonly string[] }

/** A coarser view of one attribute: every level belongs to at most one group. */
export interface Recode {
  readonly name: string
  readonly attribute: string
  readonly groups: readonly Group[]
}

export interface Group {
  readonly name: string
  readonly levels: readonly string[]
}

export interface Schema {
  readonly attributes: readonly Attribute[]
  readonly recodes: readonly Recode[]
}

/** The number of cells of the full cross of all attributes. */
export function cellCount(schema: Schema): number {
  return schema.attributes.reduce((cells, attribute) => cells * attribute.levels.length, 1)
}

/** Mixed-radix strides: cell = sum over attributes of level * stride, the last attribute running fastest. */
export function strides(schema: Schema): readonly number[] {
  const result = new Array<number>(schema.attributes.length)
  let stride = 1
  for (let i = schema.attributes.length - 1; i >= 0; i--) {
    result[i] = stride
    stride *= schema.attributes[i].levels.length
  }
  return result
}

/** The level labels of one cell, in the order of the attributes. */
export function cellLevels(schema: Schema, cell: number): readonly string[] {
  const steps = strides(schema)
  return schema.attributes.map(
    (attribute, i) => attribute.levels[Math.floor(cell / steps[i]) % attribute.levels.length],
  )
}

/** Throws on doubled names or levels, empty domains, groups that overlap or name levels nobody has. */
export function checkSchema(schema: Schema): void {
  checkDistinct(
    [...schema.attributes.map((a) => a.name), ...schema.recodes.map((r) => r.name)],
    (name) => `"${name}" names two attributes or recodes. Give each its own name.`,
  )
  for (const attribute of schema.attributes) checkAttribute(attribute)
  for (const recode of schema.recodes) checkRecode(schema, recode)
  const cells = cellCount(schema)
  if (cells > MOST_CELLS) {
    throw badInput(
      `The attributes cross to ${cells.toLocaleString('en')} cells; at most ${MOST_CELLS.toLocaleString('en')} are possible. ` +
        'Group levels, or leave an attribute out.',
    )
  }
}

/** Cell numbers are kept in 32 bits. */
export const MOST_CELLS: number = 2 ** 31 - 1

function checkAttribute(attribute: Attribute): void {
  const where = `attribute "${attribute.name}"`
  if (attribute.levels.length === 0) throw badInput(`${where} has no levels. List them under \`levels\`.`)
  checkDistinct(attribute.levels, (level) => `${where}: the level "${level}" is listed twice. List each level once.`)
  const { missing } = attribute
  if (missing.rule === 'level' && !attribute.levels.includes(missing.level)) {
    throw badInput(
      `${where}: missing values become "${missing.level}", which is not among its levels. Add it to \`levels\`.`,
    )
  }
}

function checkRecode(schema: Schema, recode: Recode): void {
  const where = `recode "${recode.name}"`
  const attribute = schema.attributes.find((a) => a.name === recode.attribute)
  if (attribute === undefined) {
    const known = schema.attributes.map((a) => a.name).join(', ')
    throw badInput(`${where} is of "${recode.attribute}", which is no attribute. There are: ${known}.`)
  }
  checkDistinct(
    recode.groups.map((g) => g.name),
    (name) => `${where}: two groups are called "${name}".`,
  )
  const owner = new Map<string, string>()
  for (const group of recode.groups) {
    for (const level of group.levels) {
      if (!attribute.levels.includes(level)) {
        throw badInput(
          `${where}: group "${group.name}" names the level "${level}", which "${attribute.name}" does not have.`,
        )
      }
      const other = owner.get(level)
      if (other !== undefined) {
        throw badInput(
          `${where}: the level "${level}" is in "${other}" and in "${group.name}". A level belongs to one group.`,
        )
      }
      owner.set(level, group.name)
    }
  }
}

function checkDistinct(names: readonly string[], message: (name: string) => string): void {
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name)) throw badInput(message(name))
    seen.add(name)
  }
}
