/** A release of measurements: whole, complete, drawn as the spec says, and the very values that were committed. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { withDatabase } from '../data/index.ts'
import type { Manifest } from '../release/index.ts'
import { badInput } from '../request-error.ts'
import { compileSchema, levelNames, type Spec } from '../spec/index.ts'
import { type Check, checkOf, guarded } from './check.ts'
import { type ExpectedTable, expectedTable } from './expected-measurements.ts'
import { outputsCheck } from './file-checks.ts'
import { type LedgerEvidence, ledgerCheck } from './ledger-check.ts'
import { ledgerUnit, measuredPrivacyChecks } from './measured-privacy.ts'
import { lineFaults, storeLines, valuesOf } from './measurement-lines.ts'
import { namedMeasurements, queryCheck } from './query-check.ts'
import { simulated, stampCheck } from './stamp-check.ts'
import { statedExact } from './stated-exact.ts'
import { measuredPrivacy } from './stated-privacy.ts'
import { datasetOf, specOf } from './stated-spec.ts'
import { outputRelation } from './topdown-lines.ts'

const levelList = z.array(z.looseObject({ name: z.string(), nodes: z.int().min(1) })).min(1)

export function measureChecks(folder: string, manifest: Manifest, ledger: LedgerEvidence): Promise<readonly Check[]> {
  return guarded('manifest', async () => {
    const spec = specOf(manifest)
    const levels = statedLevels(manifest, spec)
    const stated = measuredPrivacy(manifest)
    const names = levels.map(({ name }) => name)
    const schema = compileSchema(spec)
    const tables = [{ name: 'people', schema, spec }] as const
    const { answers } = statedExact(manifest, { tables, links: [], inherited: [] }, levels)
    const expected = expectedTable({
      spec,
      schema,
      levels,
      table: 'people',
      exact: answers,
      stated: stated.budget.total,
    })
    const { cost } = stated
    const charge = {
      dataset: datasetOf(spec.source),
      unit: ledgerUnit('people', expected),
      cost,
      drawn: manifest.checks.measurementsSha256,
    }
    return [
      outputsCheck(manifest, { tables: ['measurements'] }),
      stampCheck(manifest, { notPrivate: simulated(stated.ledger), mayBeConfidential: true }),
      ...measuredPrivacyChecks('people', stated, expected, spec.geography),
      queryCheck(manifest, names, namedMeasurements(expected)),
      ...(await guarded('measurements', () => fileChecks(folder, manifest, names, expected))),
      ledgerCheck(manifest, stated.ledger, ledger, [charge]),
    ]
  })
}

function statedLevels({ result }: Manifest, spec: Spec): z.output<typeof levelList> {
  const parsed = levelList.safeParse(result.levels)
  if (!parsed.success) throw badInput('the manifest does not list the levels of the release')
  const [stated, wanted] = [parsed.data.map(({ name }) => name), levelNames(spec)]
  if (stated.join('\n') !== wanted.join('\n')) {
    throw badInput(`the manifest has the levels ${stated.join(', ')}, the spec ${wanted.join(', ')}`)
  }
  if (parsed.data[0].nodes !== 1) throw badInput(`the top has ${parsed.data[0].nodes} regions, and must have 1`)
  return parsed.data
}

/** One thread, so that the lines keep their order. */
async function fileChecks(
  folder: string,
  manifest: Manifest,
  levels: readonly string[],
  expected: ExpectedTable,
): Promise<readonly Check[]> {
  return withDatabase({ threads: 1 }, async (db) => {
    const relation = await outputRelation(db, folder, manifest, 'measurements', [])
    const stored = await storeLines(db, relation)
    const faults = await lineFaults(db, stored, relation, levels, expected.measurements, () => undefined)
    const values = await valuesOf(db, stored)
    const sha256 = createHash('sha256').update(new Uint8Array(values.buffer)).digest('hex')
    const broken = values.filter((value) => !Number.isSafeInteger(value)).length
    const lines = values.length.toLocaleString('en')
    return [
      checkOf('whole numbers', broken === 0 ? [] : [`${broken} of ${lines} values are not`], `${lines} values`),
      checkOf('complete', faults, 'every answer is there once, with the variance that the spec makes it'),
      checkOf(
        'measurements',
        sha256 === manifest.checks.measurementsSha256 ? [] : ['they are not the ones that were drawn'],
        'they are the ones that were drawn',
      ),
    ]
  })
}
