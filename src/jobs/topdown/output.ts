/** The files of a top-down release. */
import { type Database, type OutputFormat, TableWriter, type WriteColumn } from '../../data/index.ts'
import { type CountsPart, countParts, type Hierarchy, type PlaceCounts, type Query } from '../../model/index.ts'
import type { Progress } from '../../run/events.ts'
import { regionColumns } from '../../run/region-table.ts'
import type { RunFolder } from '../../run/run-folder.ts'
import type { BoundFact } from '../../topdown/index.ts'
import { answeredQueries, answerLines, listsZeros } from './answer-lines.ts'
import { leavesOf } from './released.ts'
import type { SolvedRelease } from './solve-measured.ts'
import { compileOf } from './tables.ts'

export interface OutputJob {
  readonly db: Database
  readonly folder: RunFolder
  readonly solved: SolvedRelease
  readonly format: OutputFormat
  readonly progress: Progress
}

/** Writes one table piece by piece; `pieces` give the columns of each, the first one empty for its shape. */
async function write(
  job: OutputJob,
  name: string,
  pieces: Iterable<readonly WriteColumn[]> | AsyncIterable<readonly WriteColumn[]>,
): Promise<string> {
  const file = `${name}.${job.format}`
  let writer: TableWriter | undefined
  for await (const columns of pieces) {
    writer ??= await TableWriter.open(job.db, columns)
    await writer.append(columns)
  }
  await writer?.finish(job.folder.path(file), job.format)
  return file
}

export function writeRegions(job: OutputJob): Promise<string> {
  const { hierarchy } = job.solved
  return write(
    job,
    'regions',
    hierarchy.levels.map((_, level) => regionColumns(hierarchy, level)),
  )
}

/** level, region, one column per attribute, count, standard_error; only cells with somebody in them. */
export function writeCells(job: OutputJob, t: number): Promise<string> {
  const { tables, released, hierarchy, calibration } = job.solved
  const table = tables[t]
  const detailed = compileOf(table, 'detailed')
  const place = placeColumns(hierarchy)
  async function* pieces(): AsyncGenerator<readonly WriteColumn[]> {
    for (const [level, counts] of released[t].levels.entries()) {
      for await (const part of countParts(counts)) {
        const { cell, count } = part.histogram
        const nodes = nodeOfEntry(part)
        yield [
          ...place(level, nodes),
          ...detailed.dimensions.map((_, d) => labelColumn(detailed, d, cell)),
          { name: 'count', kind: 'whole', values: count },
          {
            name: 'standard_error',
            kind: 'real',
            values: count.map((n, i) => round(calibration.errorOf(t, level, nodes[i], detailed, cell[i], n))),
          },
        ]
      }
    }
  }
  return write(job, table.name === 'people' ? 'cells' : 'units', pieces())
}

/** Standard errors are shown to three digits after the point; NaN where the measurements do not determine a count. */
function round(error: number): number {
  return Number.isFinite(error) ? Math.round(error * 1000) / 1000 : Number.NaN
}

function nodeOfEntry({ from, histogram: { start, cell } }: CountsPart): Int32Array {
  const nodes = new Int32Array(cell.length)
  for (let node = 0; node + 1 < start.length; node++) nodes.fill(from + node, start[node], start[node + 1])
  return nodes
}

type PlaceColumns = (level: number, nodes: Int32Array) => WriteColumn[]

/** Level and region as labels: regions of all levels in one list. */
function placeColumns({ levels }: Hierarchy): PlaceColumns {
  const names = levels.map(({ name }) => name)
  const regions = levels.flatMap((level) => level.regions)
  const first = levels.map((_, l) => levels.slice(0, l).reduce((n, level) => n + level.regions.length, 0))
  return (level, nodes) => [
    { name: 'level', kind: 'label', labels: names, codes: new Int32Array(nodes.length).fill(level) },
    { name: 'region', kind: 'label', labels: regions, codes: nodes.map((node) => first[level] + node) },
  ]
}

function labelColumn(query: Query, d: number, answers: Int32Array): LabelColumn {
  const { name, labels } = query.dimensions[d]
  const step = query.dimensions.slice(d + 1).reduce((product, { labels: l }) => product * l.length, 1)
  return { name, kind: 'label', labels, codes: answers.map((answer) => Math.floor(answer / step) % labels.length) }
}

/** level, region, query, one column per dimension, count, standard_error: the answers of the workload. */
export function writeAnswers(job: OutputJob): Promise<string> {
  return write(job, 'answers', answerPieces(job))
}

async function* answerPieces({ solved }: OutputJob): AsyncGenerator<readonly WriteColumn[]> {
  const place = placeColumns(solved.hierarchy)
  const asked = answeredQueries(solved)
  const zeros = listsZeros(solved)
  const names = [...new Set(asked.map(({ name }) => name))]
  const dimensions = [...labelsByName(asked.flatMap(({ query }) => query.dimensions))]
  for (const { t, level, query, name } of asked) {
    for await (const part of countParts(solved.released[t].levels[level])) {
      const { nodes, answers, counts } = answerLines(part, query, zeros)
      yield [
        ...place(level, nodes),
        { name: 'query', kind: 'label', labels: names, codes: new Int32Array(nodes.length).fill(names.indexOf(name)) },
        ...dimensions.map(([dimension, labels]): WriteColumn => {
          const d = query.dimensions.findIndex((own) => own.name === dimension)
          if (d >= 0) return relabelled(labelColumn(query, d, answers), labels)
          return { name: dimension, kind: 'label', labels, codes: new Int32Array(nodes.length).fill(-1) }
        }),
        { name: 'count', kind: 'whole', values: counts },
        {
          name: 'standard_error',
          kind: 'real',
          values: counts.map((n, i) => round(solved.calibration.errorOf(t, level, nodes[i], query, answers[i], n))),
        },
      ]
    }
  }
}

/** People and units may have an attribute of one name with other levels: every piece is written with all labels of the name. */
function labelsByName(dimensions: Query['dimensions']): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, readonly string[]>()
  for (const { name, labels } of dimensions) all.set(name, [...new Set([...(all.get(name) ?? []), ...labels])])
  return all
}

function relabelled(column: LabelColumn, labels: readonly string[]): LabelColumn {
  const code = column.labels.map((label) => labels.indexOf(label))
  return { ...column, labels, codes: column.codes.map((own) => code[own]) }
}

type LabelColumn = Extract<WriteColumn, { kind: 'label' }>

/** region and one column per attribute: one line per person (or unit) of the leaves. */
export function writeMicrodata(job: OutputJob, t: number): Promise<string> {
  const { tables, released, hierarchy } = job.solved
  const table = tables[t]
  const last = hierarchy.levels.length - 1
  const detailed = compileOf(table, 'detailed')
  const place = placeColumns(hierarchy)
  async function* pieces(): AsyncGenerator<readonly WriteColumn[]> {
    for await (const [nodes, cells] of persons(leavesOf(released[t]))) {
      yield [place(last, nodes)[1], ...detailed.dimensions.map((_, d) => labelColumn(detailed, d, cells))]
    }
  }
  return write(job, table.name === 'people' ? 'microdata' : 'unit-microdata', pieces())
}

const PERSONS_AT_ONCE = 1 << 20

/** Leaf and cell of every person, a million at a time. */
async function* persons(leaves: PlaceCounts): AsyncGenerator<readonly [Int32Array, Int32Array]> {
  let nodes: number[] = []
  let cells: number[] = []
  for await (const part of countParts(leaves)) {
    const { cell, count } = part.histogram
    const nodeOf = nodeOfEntry(part)
    for (let i = 0; i < cell.length; i++) {
      for (let n = 0; n < count[i]; n++) {
        nodes.push(nodeOf[i])
        cells.push(cell[i])
      }
      if (nodes.length < PERSONS_AT_ONCE) continue
      yield [Int32Array.from(nodes), Int32Array.from(cells)]
      nodes = []
      cells = []
    }
  }
  yield [Int32Array.from(nodes), Int32Array.from(cells)]
}

/** A fact as it is published: its answers in the words of its query. */
export interface PublishedFact {
  readonly fact: BoundFact
  readonly table: string
  readonly answers: readonly string[]
}

/** fact, mode, table, level, region, answer, lower, upper: every bound that says anything. */
export function writeFacts(job: OutputJob, facts: readonly PublishedFact[]): Promise<string> {
  const { hierarchy } = job.solved
  const place = placeColumns(hierarchy)
  const names = facts.map(({ fact }) => fact.name)
  const tables = [...new Set(facts.map(({ table }) => table))]
  const modes = ['enforced', 'tried', 'checked']
  const pieces = facts.map(({ fact, table, answers }, f): WriteColumn[] => {
    const said = Array.from(fact.lower.keys()).filter(
      (i) => fact.lower[i] > 0 || fact.upper[i] < Number.POSITIVE_INFINITY,
    )
    const same = (code: number): Int32Array => new Int32Array(said.length).fill(code)
    const [level, region] = place(
      fact.level,
      Int32Array.from(said, (i) => Math.floor(i / fact.answers)),
    )
    return [
      { name: 'fact', kind: 'label', labels: names, codes: same(f) },
      { name: 'mode', kind: 'label', labels: modes, codes: same(modes.indexOf(fact.mode)) },
      { name: 'table', kind: 'label', labels: tables, codes: same(tables.indexOf(table)) },
      level,
      region,
      { name: 'answer', kind: 'text', values: said.map((i) => answers[i % fact.answers]) },
      { name: 'lower', kind: 'whole', values: Float64Array.from(said, (i) => fact.lower[i]) },
      {
        name: 'upper',
        kind: 'text',
        values: said.map((i) => (fact.upper[i] < Number.POSITIVE_INFINITY ? String(fact.upper[i]) : null)),
      },
    ]
  })
  return write(job, 'facts', pieces)
}
