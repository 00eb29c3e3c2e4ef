/** What a top-down release says of privacy: of the people, of the units, and of the release that it extends. */

import { isNotPrivate, type Manifest, readManifest } from '../release/index.ts'
import { badInput } from '../request-error.ts'
import { type Check, checkOf, guarded } from './check.ts'
import type { ListedFact } from './exact-elsewhere.ts'
import type { ExpectedTable } from './expected-measurements.ts'
import { type FileNames, outputsCheck } from './file-checks.ts'
import { type ExpectedCharge, type LedgerEvidence, ledgerCheck } from './ledger-check.ts'
import { ledgerUnit, measuredPrivacyChecks } from './measured-privacy.ts'
import { namedMeasurements, queryCheck } from './query-check.ts'
import { simulated, stampCheck } from './stamp-check.ts'
import { type MeasuredPrivacy, measuredPrivacy } from './stated-privacy.ts'
import { datasetOf } from './stated-spec.ts'
import { togetherCheck } from './together-check.ts'
import { expectedOf, readStatement, type StatedRelease } from './topdown-statement.ts'

export function topdownPrivacyChecks(manifest: Manifest, earlier: string | undefined): Promise<readonly Check[]> {
  return guarded('manifest', async () => {
    const release = readStatement(manifest)
    const stated = measuredPrivacy(manifest)
    const before = earlier === undefined ? undefined : await readManifest(earlier)
    const names = release.statement.levels.map(({ name }) => name)
    const tables = release.tables.map(({ name, prefix }) => namedMeasurements(expectedOf(release, name), prefix))
    return [
      outputsCheck(manifest, fileNames(release)),
      stampCheck(manifest, {
        notPrivate: simulated(stated.ledger) ?? extendsStamped(before),
        mayBeNotPrivate: release.statement.extends != null && before === undefined,
        mayBeConfidential: true,
      }),
      ...(release.exact().proved
        ? []
        : [wrong('exact', 'nothing proves which links leave no freedom: make the release again')]),
      ...tableChecks(release, stated),
      ...earlierChecks(release, stated, before),
      queryCheck(manifest, names, tables.flat()),
    ]
  })
}

function extendsStamped(before: Manifest | undefined): string | undefined {
  if (before === undefined || !isNotPrivate(before.stamp)) return undefined
  return 'it has the margins of a release that is not private'
}

/** What such a release publishes; which facts have bounds to publish, the facts themselves are held to. */
function fileNames({ spec, statement, tables }: StatedRelease): FileNames {
  const records = spec.output.microdata ? tables.map(({ microdata }) => microdata) : []
  const measured = tables.map(({ name }) => ({
    name,
    ...(statement.measurements[name] ?? { form: 'none', files: [] }),
  }))
  const arrays = measured.flatMap(({ form, files }) => (form === 'arrays' ? files : []))
  const foreign = arrays.find((file) => !/^measurements\/[\w-]+\.f64$/.test(file))
  if (foreign !== undefined) throw badInput(`"${foreign}" is no file of measurements of a top-down release`)
  const lines = measured.filter(({ form }) => form === 'table').map(({ name }) => MEASURED[name])
  return {
    tables: [...tables.map(({ file }) => file), 'answers', 'regions', ...records, ...lines],
    optional: ['facts'],
    others: [...arrays, ...replicateFiles(spec.output.replicates, tables)],
  }
}

/** One a simulation that is published, and table. */
function replicateFiles(replicates: number, tables: StatedRelease['tables']): readonly string[] {
  return Array.from({ length: replicates }, (_, run) =>
    tables.map(({ name }) => `replicates/${name}-${run + 1}.i16`),
  ).flat()
}

const MEASURED = { people: 'measurements', units: 'unit-measurements' } as const

function tableChecks(release: StatedRelease, stated: MeasuredPrivacy): readonly Check[] {
  const { geography } = release.spec
  const inherited = stated.earlier?.publishedExactly ?? []
  const expected = expectedOf(release, 'people')
  const people = [
    ...measuredPrivacyChecks('people', stated, expected, geography, inherited),
    ...togetherCheckOf(release, stated, expected),
  ]
  const { units } = release.spec
  if (units === undefined) {
    return stated.units === undefined ? people : [...people, wrong('units: privacy', 'the spec has no units')]
  }
  if (stated.units === undefined) return [...people, wrong('units: privacy', 'nothing is said of the units')]
  if (stated.units.dataset !== (units.source.file ?? null))
    return [...people, wrong('units: privacy', `the units are said to be in ${stated.units.dataset}`)]
  return [...people, ...measuredPrivacyChecks('units', stated.units, expectedOf(release, 'units'), geography)]
}

function togetherCheckOf(release: StatedRelease, stated: MeasuredPrivacy, people: ExpectedTable): readonly Check[] {
  if (release.spec.units === undefined) return []
  return [togetherCheck(release, stated, people, expectedOf(release, 'units'))]
}

function wrong(name: string, detail: string): Check {
  return { name, ok: false, detail }
}

/** No check for a release that extends none. */
function earlierChecks(
  { statement, inherited }: StatedRelease,
  { earlier }: MeasuredPrivacy,
  before: Manifest | undefined,
): readonly Check[] {
  const name = 'earlier privacy'
  const runId = statement.extends?.runId
  if (runId === undefined && earlier === undefined) return []
  if (earlier === undefined || earlier.runId !== runId) {
    return [wrong(name, 'what is said of privacy does not name the release that this one extends')]
  }
  if (before === undefined) return [{ name, ok: true, detail: 'not looked at: name the release with `earlier`' }]
  const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
  const faults = [
    ...(earlier.words === before.privacy.words ? [] : [`it cost ${String(before.privacy.words)}`]),
    ...(same(earlier.publishedExactly, before.privacy.publishedExactly) ? [] : ['it published other counts exactly']),
    ...(same([...inherited], exactlyIn(before)) ? [] : ['the counts that it fixes are not all listed']),
  ]
  return [checkOf(name, faults, `it cost ${earlier.words}, as said here`)]
}

/** What a release published exactly, and those before it, as an extension must list it. */
function exactlyIn(before: Manifest): readonly ListedFact[] {
  const { spec, inherited } = readStatement(before)
  const own = spec.public.flatMap(({ exactly, name, level, query }) =>
    exactly === 'data' ? [{ name: name ?? `${query} by ${level}`, level, query }] : [],
  )
  return [...inherited, ...own]
}

export function topdownLedgerCheck(manifest: Manifest, ledger: LedgerEvidence): Promise<readonly Check[]> {
  return guarded('ledger', async () => {
    const release = readStatement(manifest)
    const stated = measuredPrivacy(manifest)
    const charges: ExpectedCharge[] = [
      {
        dataset: datasetOf(release.spec.source),
        unit: ledgerUnit('people', expectedOf(release, 'people')),
        cost: stated.cost,
        drawn: manifest.checks.measurementsSha256,
      },
    ]
    if (release.spec.units !== undefined) {
      charges.push({
        dataset: datasetOf(release.spec.units.source),
        unit: ledgerUnit('units', expectedOf(release, 'units')),
        cost: stated.units?.cost,
        drawn: manifest.checks.unitMeasurementsSha256,
      })
    }
    return [ledgerCheck(manifest, stated.ledger, ledger, charges)]
  })
}
