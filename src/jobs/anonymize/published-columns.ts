/** What a record publishes, as columns: `18-25`, `{a, b}`, a node of a tree, `*` for a suppressed record. */
import {
  type AnonymityProblem,
  boxOf,
  type FreeformResult,
  MISSING_LABEL,
  type Published,
  publisher,
  type QuasiIdentifier,
} from '../../anonymity/index.ts'
import type { WriteColumn } from '../../data/index.ts'
import { isoDay, isoTime } from '../../model/index.ts'
import { badInput } from '../../request-error.ts'

export interface PublishOptions {
  readonly nodes: boolean
  readonly split: boolean
  /** Of full-domain recoding: the one level of each tree that is published. */
  readonly levels?: readonly number[] | undefined
}

/** Refuses columns that --split would name as another one is named already. */
export function checkSplitNames(names: readonly string[], attributes: readonly QuasiIdentifier[]): void {
  const split = new Set(attributes.filter(({ kind }) => kind === 'numeric').map(({ name }) => name))
  const published = names.flatMap((name) => (split.has(name) ? endNames(name) : [name])).map((n) => n.toLowerCase())
  const twice = published.find((name, i) => published.indexOf(name) !== i)
  if (twice !== undefined)
    throw badInput(
      `\`split\`: two columns would be called "${twice}". Rename the one in the data, or leave \`split\` out.`,
    )
}

function endNames(name: string): readonly [string, string] {
  return [`${name}_low`, `${name}_high`]
}

/** For each quasi-identifier the column, or the two columns, that stand in its place. */
export function publishedColumns(
  problem: AnonymityProblem,
  classOf: Int32Array,
  { nodes, split, levels }: PublishOptions,
): Map<string, readonly WriteColumn[]> {
  const publish = publisher(problem, classOf, { nodes, levels })
  return columnsOf(problem, (attribute, record) => publish[attribute](record), split)
}

/** The same for freeform results, where every record has a box of its own. */
export function freeformColumns(
  problem: AnonymityProblem,
  { partners }: FreeformResult,
  split: boolean,
): Map<string, readonly WriteColumn[]> {
  const { k } = problem
  const describe = problem.attributes.map(boxOf)
  return columnsOf(
    problem,
    (attribute, record) => describe[attribute](partners.subarray(record * k, record * k + k)),
    split,
  )
}

type PublishedOf = (attribute: number, record: number) => Published

function columnsOf(
  problem: AnonymityProblem,
  published: PublishedOf,
  split: boolean,
): Map<string, readonly WriteColumn[]> {
  const columns = new Map<string, readonly WriteColumn[]>()
  problem.attributes.forEach((attribute, a) => {
    const { name } = attribute
    const value = valueWords(attribute)
    if (split && attribute.kind === 'numeric') {
      const ends = endNames(name).map((end, e) =>
        labelled(end, problem.records, (record) => endOf(published(a, record), e, value)),
      )
      columns.set(name, ends)
    } else columns.set(name, [labelled(name, problem.records, (record) => words(published(a, record), value))])
  })
  return columns
}

/** Texts repeat class by class: they travel as codes. */
function labelled(name: string, records: number, text: (record: number) => string): WriteColumn {
  const codeOf = new Map<string, number>()
  const codes = new Int32Array(records)
  for (let record = 0; record < records; record++) {
    const label = text(record)
    let code = codeOf.get(label)
    if (code === undefined) codeOf.set(label, (code = codeOf.size))
    codes[record] = code
  }
  return { name, kind: 'label', codes, labels: [...codeOf.keys()] }
}

/** How one value is written, and what stands between the two of a range. */
interface ValueWords {
  readonly text: (value: number) => string
  readonly to: string
}

function valueWords(attribute: QuasiIdentifier): ValueWords {
  const dates = attribute.kind === 'numeric' ? attribute.dates : undefined
  if (dates === undefined) return { text: String, to: '-' }
  return { text: dates === 'day' ? isoDay : isoTime, to: ' to ' }
}

function words(published: Published, { text, to }: ValueWords): string {
  switch (published.kind) {
    case 'range': {
      const { low, high } = published
      return `${low === high ? text(low) : `${text(low)}${to}${text(high)}`}${orMissing(published)}`
    }
    case 'set':
      return published.labels.length === 1 ? published.labels[0] : `{${published.labels.join(', ')}}`
    case 'node':
      return published.label
    case 'suppressed':
      return '*'
  }
}

function orMissing({ missing }: { readonly missing?: true }): string {
  return missing === true ? ` or ${MISSING_LABEL}` : ''
}

function endOf(published: Published, end: number, value: ValueWords): string {
  if (published.kind === 'range')
    return `${value.text(end === 0 ? published.low : published.high)}${orMissing(published)}`
  return published.kind === 'node' && published.ends !== undefined
    ? value.text(published.ends[end])
    : words(published, value)
}
