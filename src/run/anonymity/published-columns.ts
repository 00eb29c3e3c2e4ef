/** What a record publishes, as columns: `18-25`, `{a, b}`, a node of a tree, `*` for a suppressed record. */
import { type AnonymityProblem, boxOf, type FreeformResult, type Published, publisher } from '../../anonymity/index.ts'
import type { WriteColumn } from '../../data/index.ts'

export interface PublishOptions {
  readonly nodes: boolean
  readonly split: boolean
}

/** For each quasi-identifier the column, or the two columns, that stand in its place. */
export function publishedColumns(
  problem: AnonymityProblem,
  classOf: Int32Array,
  { nodes, split }: PublishOptions,
): Map<string, readonly WriteColumn[]> {
  const publish = publisher(problem, classOf, { nodes })
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
      const end = (low: boolean) =>
        labelled(`${name}_${low ? 'low' : 'high'}`, problem.records, (record) => endOf(published(a, record), low))
      columns.set(name, [end(true), end(false)])
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

function endOf(published: Published, low: boolean): string {
  return published.kind === 'range' ? String(low ? published.low : published.high) : words(published)
}
