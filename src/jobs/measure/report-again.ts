/** Nothing is solved in a release of measurements: its report is made again from its manifest. */
import type { levelDocuments, PrivacyDocument, QueryDocument } from '../../measure/index.ts'
import type { ResolveRequest } from '../../run/capability.ts'
import { statementOf, writeReportAgain } from '../../run/report-again.ts'
import { RunFolder } from '../../run/run-folder.ts'
import { measureReport } from './report.ts'

export function measureAgain({ release, manifest, out }: ResolveRequest): Promise<readonly string[]> {
  const identity = { command: 'resolve', specSha256: manifest.spec.sha256, inputs: [], seeded: false }
  // Its own checks hold these to the spec.
  const { levels, queries, remarks } = manifest.result as {
    readonly levels: ReturnType<typeof levelDocuments>
    readonly queries: readonly QueryDocument[]
    readonly remarks?: readonly string[]
  }
  const privacy = manifest.privacy as unknown as PrivacyDocument
  return RunFolder.hold(out, identity, async (folder) => {
    const written = await writeReportAgain(folder, release, manifest, async () =>
      measureReport({
        title: manifest.title ?? '',
        stamp: manifest.stamp ?? undefined,
        privacy: { ...privacy, statement: statementOf(manifest) },
        levels,
        queries,
        remarks: remarks ?? [],
        file: manifest.outputs[0].name,
        evaluation: undefined,
      }),
    )
    await folder.flush(true)
    await folder.finish()
    return written
  })
}
