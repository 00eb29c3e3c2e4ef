/** What was asked, and the records as they are published. The records before are never in a report: it may be published too. */
import { basename } from 'node:path'
import type { QuasiIdentifier } from '../../anonymity/index.ts'
import type { LineOrder, WriteColumn } from '../../data/index.ts'
import type { BarChart, Block, Section } from '../../release/index.ts'
import type { AnonymizeFigures } from './figures.ts'
import { levelWords } from './level-words.ts'
import type { AnonymizeTask } from './task.ts'

const SHOWN_RECORDS = 8
/** Values of a column in a chart, the most frequent first. */
const SHOWN_VALUES = 12
const SHOWN_COLUMNS = 6

export function askedSection(
  task: AnonymizeTask,
  attributes: readonly QuasiIdentifier[],
  { method, levels }: Pick<AnonymizeFigures, 'method' | 'levels'>,
): Section {
  const rules = task.sensitive.map((rule) => `${rule.kind} ${rule.value} on ${rule.column}`)
  const limit = task.steps === undefined ? `${task.seconds} s at most` : `${task.steps} steps`
  return {
    title: 'What was asked',
    blocks: [
      {
        kind: 'facts',
        facts: [
          { label: 'Rule', value: [`k = ${task.k}`, ...rules].join('; ') },
          { label: 'Counted by', value: task.person === undefined ? 'records' : `people (${task.person})` },
          { label: 'Method', value: method, note: `${limit}, seed ${task.seed}` },
          ...(levels === undefined ? [] : [{ label: 'Levels', value: levelWords(levels) }]),
        ],
      },
      {
        kind: 'table',
        caption: 'Columns that are coarsened',
        columns: [{ title: 'Column' }, { title: 'Taken as' }, { title: 'Weight' }, { title: 'Coarsened by' }],
        rows: attributes.map((attribute) => [
          attribute.name,
          kindWords(attribute),
          attribute.weight ?? 1,
          hierarchyWords(task, attribute.name),
        ]),
      },
    ],
  }
}

function kindWords(attribute: QuasiIdentifier): string {
  if (attribute.kind === 'numeric') return attribute.dates === undefined ? 'numbers' : 'dates'
  return attribute.price === 'ordered' ? 'ordered categories' : 'categories'
}

function hierarchyWords({ hierarchies, nodes }: AnonymizeTask, name: string): string {
  const tree = hierarchies.find(({ column }) => column === name)
  return tree === undefined ? 'ranges and sets' : `${treeWords(tree)}${nodes ? ', nodes published' : ''}`
}

function treeWords(tree: AnonymizeTask['hierarchies'][number]): string {
  switch (tree.from) {
    case 'file':
      return `file ${basename(tree.path)}`
    case 'prefix':
      return `prefixes of ${tree.lengths.join(', ')} characters`
    case 'interval':
      return `intervals ${tree.numbers.join(',')}`
    case 'dates':
      return tree.units.join(', ')
  }
}

export function recordsSection(
  columns: ReadonlyMap<string, readonly WriteColumn[]>,
  order: LineOrder,
  file: string,
): Section {
  const all = [...columns.values()].flat().filter((column) => column.kind === 'label')
  const blocks: Block[] = [
    {
      kind: 'table',
      caption: 'The first records, in the coarsened columns',
      columns: all.map(({ name }) => ({ title: name, align: 'left' as const })),
      rows: firstRecords(all, order).map((record) => all.map(({ labels, codes }) => labels[codes[record]] ?? null)),
      file,
    },
    {
      kind: 'paragraph',
      text: 'The records before are not shown: this page may be published. The studio shows both side by side, on the machine that has them.',
    },
    ...all.slice(0, SHOWN_COLUMNS).flatMap(distribution),
  ]
  return { title: 'The records as published', blocks }
}

type Labelled = Extract<WriteColumn, { kind: 'label' }>

/** The first published records. */
function firstRecords(columns: readonly Labelled[], order: LineOrder): readonly number[] {
  const records = Int32Array.from({ length: columns[0]?.codes.length ?? 0 }, (_, record) => record)
  if (order === 'published') {
    const places = columns.map(({ labels }) => placesOf(labels))
    records.sort((a, b) => {
      for (const [c, { codes }] of columns.entries()) {
        const difference = places[c][codes[a]] - places[c][codes[b]]
        if (difference !== 0) return difference
      }
      return 0
    })
  }
  return [...records.subarray(0, SHOWN_RECORDS)]
}

/** Where each label stands in the order of letters. */
function placesOf(labels: readonly string[]): Int32Array {
  const places = new Int32Array(labels.length)
  const sorted = [...labels.keys()].sort((a, b) => (labels[a] < labels[b] ? -1 : 1))
  for (const [place, label] of sorted.entries()) places[label] = place
  return places
}

/** None where most records have values of their own: a chart of a few of them would tell nothing. */
function distribution({ name, codes, labels }: Labelled): readonly Block[] {
  const counts = new Float64Array(labels.length)
  for (const code of codes) if (code >= 0) counts[code]++
  const order = [...labels.keys()].sort((a, b) => counts[b] - counts[a] || (labels[a] < labels[b] ? -1 : 1))
  const shown = order.slice(0, SHOWN_VALUES)
  const rest = order.slice(SHOWN_VALUES).reduce((sum, code) => sum + counts[code], 0)
  if (2 * rest > codes.length) return []
  const others = rest > 0 ? [`${(order.length - SHOWN_VALUES).toLocaleString('en')} other values`] : []
  const chart: BarChart = {
    kind: 'bar',
    direction: 'horizontal',
    title: `Records by published ${name}`,
    description: 'How many records publish each value; the most frequent first.',
    categories: [...shown.map((code) => labels[code]), ...others],
    series: [{ name: 'records', values: [...shown.map((code) => counts[code]), ...(rest > 0 ? [rest] : [])] }],
    valueLabel: 'records',
  }
  return [{ kind: 'chart', chart }]
}
