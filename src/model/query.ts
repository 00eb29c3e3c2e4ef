/**
 * Counting queries over the cells of a histogram: a cross of attributes and recodes.
 *
 * A query sends each cell to at most one answer, so it is a partition of (some of) the cells: one person is counted in at
 * most one answer, which is what its sensitivity is computed from.
 */
import { didYouMean } from '../did-you-mean.ts'
import { badInput, clipped, listed } from '../request-error.ts'
import { cellCount, type Recode, type Schema, strides } from './attribute.ts'

export interface Query {
  readonly name: string
  /** The dimensions of the answer, in order: an attribute's levels or a recode's groups. Empty for the total. */
  readonly dimensions: readonly Dimension[]
  readonly answers: number
  /** The answer that each cell is counted in, or -1 for a cell that no group covers. */
  readonly answerOf: Int32Array
}

export interface Dimension {
  readonly name: string
  readonly attribute: string
  readonly labels: readonly string[]
  /** The label of each level of the attribute, or -1 for a level that no group holds. */
  readonly labelOf: Int32Array
}

export const TOTAL = 'total'
export const DETAILED = 'detailed'

/** `total`, `detailed`, or attributes and recodes joined by `*`, as in `race * votingAge`. */
export function compileQuery(schema: Schema, text: string): Query {
  const names = queryNames(schema, text)
  const dimensions = names.map((name) => dimensionOf(schema, name, text))
  const repeated = names.find((name, i) => names.indexOf(name) !== i)
  if (repeated !== undefined) throw badInput(`query "${text}" crosses "${repeated}" with itself. Name it once.`)
  const answers = dimensions.reduce((product, dimension) => product * dimension.labels.length, 1)
  return {
    name: names.length === 0 ? TOTAL : text.trim() === DETAILED ? DETAILED : names.join(' * '),
    dimensions,
    answers,
    answerOf: answerMap(schema, dimensions),
  }
}

function queryNames(schema: Schema, text: string): readonly string[] {
  const trimmed = text.trim()
  if (trimmed === TOTAL) return []
  if (trimmed === DETAILED) return schema.attributes.map((attribute) => attribute.name)
  return trimmed.split('*').map((name) => name.trim())
}

function dimensionOf(schema: Schema, name: string, text: string): Dimension {
  const recode = schema.recodes.find((r) => r.name === name)
  const attribute = schema.attributes.find((a) => a.name === (recode?.attribute ?? name))
  if (attribute === undefined) {
    const known = [TOTAL, DETAILED, ...schema.attributes.map((a) => a.name), ...schema.recodes.map((r) => r.name)]
    throw badInput(
      `query "${text}": "${clipped(name)}" is no attribute or recode. There are: ${listed(known)}.${didYouMean(name, known)}`,
      {
        named: text,
      },
    )
  }
  const { levels } = attribute
  return {
    name,
    attribute: attribute.name,
    labels: recode === undefined ? levels : recode.groups.map((group) => group.name),
    labelOf: recode === undefined ? Int32Array.from(levels.keys()) : groupOf(recode, levels),
  }
}

function groupOf(recode: Recode, levels: readonly string[]): Int32Array {
  return Int32Array.from(levels, (level) => recode.groups.findIndex((group) => group.levels.includes(level)))
}

function answerMap(schema: Schema, dimensions: readonly Dimension[]): Int32Array {
  const cells = cellCount(schema)
  const steps = strides(schema)
  const map = new Int32Array(cells)
  for (const { attribute, labels, labelOf } of dimensions) {
    const index = schema.attributes.findIndex((a) => a.name === attribute)
    const stride = steps[index]
    for (let cell = 0; cell < cells; cell++) {
      const label = labelOf[Math.floor(cell / stride) % labelOf.length]
      map[cell] = map[cell] < 0 || label < 0 ? -1 : map[cell] * labels.length + label
    }
  }
  return map
}

/** The labels of one answer, in the order of the query's dimensions. */
export function answerLabels(query: Query, answer: number): readonly string[] {
  const labels = new Array<string>(query.dimensions.length)
  let rest = answer
  for (let i = query.dimensions.length - 1; i >= 0; i--) {
    const size = query.dimensions[i].labels.length
    labels[i] = query.dimensions[i].labels[rest % size]
    rest = Math.floor(rest / size)
  }
  return labels
}

/** True when every cell is counted in some answer, so that the answers add up to the total. */
export function coversAll(query: Query): boolean {
  return query.answerOf.every((answer) => answer >= 0)
}
