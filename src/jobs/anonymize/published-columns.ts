/** What a record publishes, as columns: `18-25`, `{a, b}`, a node of a tree, `*` for a suppressed record. */
import {
  type AnonymityProblem,
  boxOf,
  type FreeformResult,
  type Published,
  publisher,
  type QuasiIdentifier,
} from '../../anonymity/index.ts'
import type { WriteColumn } from '../../data/index.ts'
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
  problem.attributes.forEach(({ name, kind }, a) => {
    if (split && kind === 'numeric') {
      const ends = endNames(name).map((end, e) =>
        labelled(end, problem.records, (record) => endOf(published(a, record), e)),
      )
      columns.set(name, ends)
    } else columns.set(name, [labelled(name, problem.records, (record) => words(published(a, record)))])
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

function words(published: Published): string {
  switch (published.kind) {
    case 'range':
      return published.low === published.high ? String(published.low) : `${published.low}-${published.high}`
    case 'set':
      return published.labels.length === 1 ? published.labels[0] : `{${published.labels.join(', ')}}`
    case 'node':
      return published.label
    case 'suppressed':
      return '*'
  }
}

function endOf(published: Published, end: number): string {
  if (published.kind === 'range') return String(end === 0 ? published.low : published.high)
  return published.kind === 'node' && published.ends !== undefined ? String(published.ends[end]) : words(published)
}
