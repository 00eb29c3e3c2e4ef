/** A release of an audit: a table that was published, or the bounds of somebody else's table. */
import type { Manifest } from '../release/index.ts'
import { type Check, guarded } from './check.ts'
import { outputsCheck } from './file-checks.ts'
import { statementCheck } from './privacy-checks.ts'
import { publishedTableChecks } from './published-table-checks.ts'
import { stampCheck } from './stamp-check.ts'
import { statementOf } from './stated-privacy.ts'
import { outputName } from './topdown-lines.ts'

export function auditReleaseChecks(folder: string, manifest: Manifest): Promise<readonly Check[]> {
  return outputName(manifest, 'table') === undefined ? boundsChecks(manifest) : publishedTableChecks(folder, manifest)
}

/** Bounds are confidential, and say that they protect nobody. */
function boundsChecks(manifest: Manifest): Promise<readonly Check[]> {
  return guarded('manifest', async () => [
    outputsCheck(manifest, { tables: ['bounds'] }),
    stampCheck(manifest, { notPrivate: undefined, confidential: 'an audit is as confidential as its table' }),
    statementCheck(statementOf(manifest), ['An audit is not differentially private.']),
  ])
}
