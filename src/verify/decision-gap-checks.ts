/**
 * How good a decision says it is. Its status must follow from its gap; and who holds the model can see that the published sides are
 * no looser than the true ones, and solve the program at them again: nothing may be better by more than the gap stated.
 */
import { join } from 'node:path'
import { z } from 'zod'
import { fetchColumns, fileRelation, withDatabase } from '../data/index.ts'
import { OPTIMAL_WITHIN, type Program, solveBest, solverModel } from '../decisions/index.ts'
import { compare, parseRational, type Rational, subtract, toNumber } from '../exact/index.ts'
import { Solver } from '../optimize/index.ts'
import type { Manifest } from '../release/index.ts'
import { type Check, checkOf } from './check.ts'

const resultSchema = z.looseObject({
  status: z.enum(['optimal', 'feasible', 'floor']),
  gap: z.looseObject({ absolute: z.number().min(0).nullable(), relative: z.number().min(0).nullable() }),
})

export function gapCheck({ result }: Manifest): Check {
  const parsed = resultSchema.safeParse(result)
  if (!parsed.success)
    return checkOf('gap', ['the manifest does not say how far the solution can be from the optimum'], '')
  const { status, gap } = parsed.data
  const proved = gap.relative !== null && gap.relative <= OPTIMAL_WITHIN
  const faults =
    proved === (status === 'optimal')
      ? []
      : [`the status is "${status}", and the gap stated is ${gap.relative ?? 'none'}`]
  return checkOf('gap', faults, gap.relative === null ? 'none is claimed' : `at most ${gap.relative}, relative`)
}

/** The private sides as published, against the model that holds the true ones. */
export async function measuredSideChecks(
  folder: string,
  manifest: Manifest,
  program: Program,
  objective: Rational,
): Promise<readonly Check[]> {
  const file = manifest.outputs.find(({ name }) => name.startsWith('sensitivity.'))?.name
  if (file === undefined) return []
  const lines = await readSides(join(folder, file))
  const mayBreak = (manifest.privacy as { mechanism?: string }).mechanism === 'laplace'
  const rowOf = new Map(program.rows.map((name, row) => [name, row]))
  const [rowLower, rowUpper] = [[...program.rowLower], [...program.rowUpper]]
  const looser: string[] = []
  for (const { constraint, side, limit } of lines) {
    const row = rowOf.get(constraint)
    if (row === undefined) return [checkOf('measured sides', [`the model has no constraint "${constraint}"`], '')]
    const [sides, truth] = side === 'upper' ? [rowUpper, program.rowUpper[row]] : [rowLower, program.rowLower[row]]
    if (truth === null || (side === 'upper' ? compare(limit, truth) > 0 : compare(limit, truth) < 0))
      looser.push(constraint)
    sides[row] = limit
  }
  const faults = mayBreak ? [] : looser.map((name) => `the side of "${name}" is looser than the true one`)
  return [
    checkOf('measured sides', faults, `${lines.length} private sides are no looser than the true ones`),
    await solvedAgain({ ...program, rowLower, rowUpper }, objective, manifest),
  ]
}

async function solvedAgain(program: Program, objective: Rational, manifest: Manifest): Promise<Check> {
  const stated = (manifest.result as { gap: { absolute: number | null } }).gap.absolute
  const task = { solver: new Solver(), model: solverModel(program), sides: program, digits: { significant: 12 } }
  const end = await solveBest({ ...task, options: {}, anchor: null })
  if (end.status !== 'found') return checkOf('optimum', [], 'not solved again: the solver had no usable answer')
  const turn = program.sense === 'minimise' ? 1 : -1
  const better = turn * toNumber(subtract(objective, end.objective))
  const room = 1e-9 * Math.max(1, Math.abs(toNumber(objective)))
  const faults =
    stated !== null && better > stated + room
      ? ['a solution of the program at the measured sides is better than the gap stated allows']
      : []
  return checkOf('optimum', faults, 'solved again at the measured sides: nothing is better than the gap stated allows')
}

interface PublishedSide {
  readonly constraint: string
  readonly side: string
  readonly limit: Rational
}

async function readSides(path: string): Promise<readonly PublishedSide[]> {
  return withDatabase({ threads: 1 }, async (db) => {
    const { sql } = await fileRelation(db, path)
    const column = (name: string): string => `coalesce(cast("${name}" as varchar), '')`
    const [names, sides, limits] = await fetchColumns(
      db,
      `select ${column('constraint')}, ${column('side')}, ${column('limit')} from ${sql} where ${column('private')} = 'yes'`,
      ['text', 'text', 'text'],
    )
    return names.map((constraint, i) => ({ constraint, side: sides[i], limit: parseRational(limits[i], 'limit') }))
  })
}
