/**
 * The pieces of measurements that follow from what is published exactly: worked out from those counts, never read off the data. So
 * a link that the data do not keep discloses nothing.
 */
import { FactSums, impliedAnswers, type MeasurePlan, type SourcedJointFact } from '../../measure/index.ts'
import type { Hierarchy } from '../../model/index.ts'
import type { RunFolder } from '../run-folder.ts'
import { type Piece, type PieceNames, piecesOf, readPiece } from './draw.ts'

export interface PlannedTable {
  readonly plan: MeasurePlan
  readonly name: 'people' | 'units'
  readonly names: PieceNames
}

/** `counts` of a fact that is not of this release's own data. Declared facts must be stored already. */
export async function storeImplied(
  tables: readonly PlannedTable[],
  hierarchy: Hierarchy,
  folder: RunFolder,
  counts: (fact: SourcedJointFact) => Float64Array | undefined = () => undefined,
): Promise<void> {
  if (!tables.some(({ plan }) => plan.measurements.some(({ derived }) => derived))) return
  const { joint } = tables[0].plan
  const known = new Map<number, Float64Array>()
  for (const [index, fact] of joint.joint.facts.entries()) {
    const own = counts(fact) ?? (await storedCounts(tables, hierarchy, folder, fact))
    if (own !== undefined) known.set(index, own)
  }
  const sums = new FactSums(joint, hierarchy, (fact) => {
    const own = known.get(fact)
    if (own === undefined) throw new Error(`the counts of "${joint.joint.facts[fact].name}" are not known`)
    return own
  })
  for (const { plan, name, names } of tables) {
    const pieces = piecesOf(plan, hierarchy, names)
    for (const measurement of plan.measurements) {
      if (!measurement.derived) continue
      const { level, query } = measurement
      const values = impliedAnswers(joint, hierarchy, sums, name, level, query)
      for (const piece of pieces) if (piece.measurement === measurement) await store(folder, piece, values)
    }
  }
}

function store(folder: RunFolder, { from, to, measurement, file, tag }: Piece, values: Float64Array): Promise<void> {
  const { answers } = measurement.query
  return folder.writeState(file, new Uint8Array(values.slice(from * answers, to * answers).buffer), tag)
}

/** What was read off the data because the release publishes it. */
async function storedCounts(
  tables: readonly PlannedTable[],
  hierarchy: Hierarchy,
  folder: RunFolder,
  { table, level, query, source }: SourcedJointFact,
): Promise<Float64Array | undefined> {
  const own = tables.find(({ name }) => name === table)
  if (own === undefined || source.kind !== 'data') return undefined
  const { plan, names } = own
  const measurement = plan.measurements.find(
    (m) => m.level === level && m.noise === 'exact' && !m.derived && m.query.name === query.trim(),
  )
  if (measurement === undefined) return undefined
  const pieces = piecesOf(plan, hierarchy, names).filter((piece) => piece.measurement === measurement)
  const parts = await Promise.all(pieces.map((piece) => readPiece(folder, piece)))
  return Float64Array.from(parts.flatMap((part) => [...part]))
}
