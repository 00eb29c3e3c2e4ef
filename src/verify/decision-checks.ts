/**
 * A published decision, checked again from its own file: the solution is read back as it is printed and put into every
 * constraint of the model with its true right-hand side, in exact arithmetic. Nothing of the solver, of the repair or of the
 * run's memory has a part in it. Only who holds the model can do this; nobody else needs to see the right-hand sides.
 */
import { join } from 'node:path'
import { type CellStyle, checkColumn, fetchColumns, fileRelation, withDatabase } from '../data/index.ts'
import { brokenBy, exactObjective, type Program } from '../decisions/index.ts'
import { equal, parseRational, type Rational } from '../exact/index.ts'
import type { Manifest } from '../release/index.ts'
import { RequestError } from '../request-error.ts'
import { type Check, guarded } from './check.ts'
import { gapCheck, measuredSideChecks } from './decision-gap-checks.ts'
import { decisionPrivacyChecks, decisionRequest } from './decision-privacy-checks.ts'
import { outputsCheck } from './file-checks.ts'
import { type LedgerEvidence, ledgerCheck } from './ledger-check.ts'
import { decisionPrivacy } from './stated-privacy.ts'
import { asTable } from './topdown-lines.ts'

/** Everything that is looked at in a decision. */
export function decisionReleaseChecks(
  folder: string,
  manifest: Manifest,
  readModel: (() => Promise<Program>) | undefined,
  ledger: LedgerEvidence,
): Promise<readonly Check[]> {
  return guarded('manifest', async () => {
    const request = decisionRequest(manifest)
    const stated = decisionPrivacy(manifest)
    const charge = {
      dataset: request.dataset,
      unit: request.step,
      cost: stated.cost,
      drawn: manifest.checks.measurementsSha256,
    }
    return [
      outputsCheck(manifest, { tables: ['solution', 'sensitivity'] }),
      ...decisionPrivacyChecks(manifest, request, stated),
      gapCheck(manifest),
      ...(await guarded('solution', () => decisionChecks(folder, manifest, readModel))),
      ledgerCheck(manifest, stated.ledger, ledger, [charge]),
    ]
  })
}

async function decisionChecks(
  folder: string,
  manifest: Manifest,
  readModel: (() => Promise<Program>) | undefined,
): Promise<readonly Check[]> {
  const file = manifest.outputs.find((output) => output.name.startsWith('solution.'))?.name
  if (file === undefined) return [{ name: 'solution', ok: false, detail: 'the manifest lists no solution' }]
  if (readModel === undefined) {
    return [{ name: 'constraints', ok: true, detail: 'not looked at: name the model, or its spec, with `model`' }]
  }
  const program = await readModel()
  const point = pointFor(program, await readSolution(join(folder, file), manifest.cells))
  if (typeof point === 'string') return [{ name: 'solution', ok: false, detail: point }]
  const objective = parseRational((manifest.result as { objective: string }).objective)
  return [
    constraintCheck(program, point, manifest),
    objectiveCheck(program, point, objective),
    ...(await measuredSideChecks(folder, manifest, program, objective)),
  ]
}

async function readSolution(path: string, cells: CellStyle | undefined): Promise<ReadonlyMap<string, string>> {
  return withDatabase({ threads: 1 }, async (db) => {
    const relation = await fileRelation(db, path, cells)
    for (const column of ['variable', 'value']) checkColumn(relation, column)
    // A value of many digits stands exactly beside the one that people read.
    const exact = relation.columns.includes('exact') ? "nullif(cast(exact as varchar), ''), " : ''
    const [names, values] = await asTable(path, () =>
      fetchColumns(
        db,
        `select coalesce(cast(variable as varchar), ''), coalesce(${exact}cast(value as varchar), '') from ${relation.sql}`,
        ['text', 'text'],
      ),
    )
    return new Map(names.map((name, i) => [name, values[i]]))
  })
}

/** The solution in the order of the model's variables, or what is wrong with it. */
function pointFor({ variables }: Program, solution: ReadonlyMap<string, string>): readonly Rational[] | string {
  const missing = variables.find((name) => !solution.has(name))
  if (missing !== undefined) return `the solution has no value for "${missing}": it belongs to another model`
  if (solution.size !== variables.length) return 'the solution has variables that the model does not have'
  try {
    return variables.map((name) => parseRational(solution.get(name) as string, name))
  } catch (error) {
    if (error instanceof RequestError) return 'the solution has a value that is no number'
    throw error
  }
}

function constraintCheck(program: Program, point: readonly Rational[], manifest: Manifest): Check {
  const broken = brokenBy(program, program, point)
  const mayBreak = (manifest.privacy as { mechanism?: string }).mechanism === 'laplace'
  const count = program.rows.length + program.variables.length
  const names = broken.slice(0, 5).map(({ name }) => name)
  return {
    name: 'constraints',
    ok: broken.length === 0 || mayBreak,
    detail:
      broken.length === 0
        ? `none of ${count.toLocaleString('en')} constraints and bounds is broken at the true right-hand sides, in exact arithmetic`
        : `${broken.length} broken at the true right-hand sides (${names.join(', ')}${broken.length > 5 ? ', ...' : ''})` +
          (mayBreak ? ': this is the baseline that may' : ''),
  }
}

function objectiveCheck(program: Program, point: readonly Rational[], stated: Rational): Check {
  const ok = equal(exactObjective(program, point), stated)
  return {
    name: 'objective',
    ok,
    detail: ok ? 'it is the one stated, exactly' : 'the solution has another objective than the one stated',
  }
}
