/** A comparison as a folder: confidential, since it is made from the table that is to be protected. */
import { type WriteColumn, writeTable } from '../../data/index.ts'
import { sha256Text } from '../../release/index.ts'
import type { Site, WrittenRelease } from '../../run/make-release.ts'
import { publicSpec } from './public-spec.ts'
import { comparedSection } from './report.ts'
import type { Compared, ProtectedTable, ProtectFigures } from './result.ts'
import type { AskedProtection } from './task.ts'

export async function writeComparison(
  { task, title, about, output }: AskedProtection,
  { figures, statement }: ProtectedTable,
  { db, folder, progress, context: { options } }: Site,
): Promise<WrittenRelease<ProtectFigures>> {
  progress.phase({ id: 'write' })
  const format = options.format ?? output.format
  const name = `comparison.${format}`
  await writeTable(db, folder.path(name), format, comparisonColumns(figures.compared), { private: true })
  const text = publicSpec(task, title, about)
  return {
    draft: {
      command: 'protect',
      title,
      stamp: 'CONFIDENTIAL',
      cells: db.cells,
      spec: { text, sha256: sha256Text(text) },
      privacy: { statement },
      checks: {},
      result: { method: 'compare', figure: task.figure, variables: task.variables, cells: figures.cells },
    },
    report: {
      title,
      subtitle: 'Methods compared on one table',
      stamp: 'CONFIDENTIAL',
      summary: [{ label: 'Cells', value: figures.cells }],
      sections: [comparedSection(figures.compared, name)],
    },
    inputs: [task.path],
    outputs: [name],
    figures: { ...figures, privatePart: null },
  }
}

function comparisonColumns(compared: readonly Compared[]): readonly WriteColumn[] {
  const real = (name: string, of: (one: Compared) => number | null): WriteColumn => ({
    name,
    kind: 'real',
    values: Float64Array.from(compared, (one) => of(one) ?? Number.NaN),
  })
  return [
    { name: 'method', kind: 'text', values: compared.map(({ method }) => method) },
    real('cells_lost', (one) => one.cellsLost),
    real('amount_lost', (one) => one.valueLost),
    real('mean_error', ({ meanError }) => meanError),
    real('largest_error', ({ largestError }) => largestError),
    { name: 'adds_up', kind: 'text', values: compared.map(({ additive }) => (additive ? 'yes' : 'no')) },
    real('unprotected', ({ unprotected }) => unprotected),
    real('seconds', ({ seconds }) => seconds),
  ]
}
