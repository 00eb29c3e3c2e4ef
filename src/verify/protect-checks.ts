/**
 * A protected table, checked from what is published alone: every sum holds, every cell is there, nothing is told of the rules, and what can be
 * worked out is what the release says. With the private part: that every need is a proved one.
 */
import type { Manifest } from '../release/index.ts'
import { type Check, checkOf, guarded } from './check.ts'
import { outputsCheck } from './file-checks.ts'
import { statementCheck } from './privacy-checks.ts'
import { type Attack, attack } from './protect-attack.ts'
import { changedChecks } from './protect-changed.ts'
import { privateChecks } from './protect-private.ts'
import { recordChecks } from './protect-record.ts'
import { type ReadTable, readProtected } from './protect-table.ts'
import { stampCheck } from './stamp-check.ts'
import { statementOf } from './stated-privacy.ts'
import { specOf } from './stated-spec.ts'
import type { VerifyOptions } from './verify-release.ts'

export function protectChecks(
  folder: string,
  manifest: Manifest,
  { privatePart, published }: Pick<VerifyOptions, 'privatePart' | 'published'>,
): Promise<readonly Check[]> {
  if (manifest.result.method === 'compare') return comparisonChecks(manifest)
  return guarded('manifest', async () => {
    const table = await readProtected(folder, manifest)
    const mayBeNegative = specOf(manifest).protect?.negative === 'absolute'
    return [
      outputsCheck(manifest, { tables: ['table', 'codes'] }),
      stampCheck(manifest, { notPrivate: undefined }),
      statementCheck(statementOf(manifest), ['This is not differential privacy.']),
      ...(await guarded('rules', async () => [rulesCheck(manifest)])),
      cellsCheck(table),
      sumsCheck(table),
      ...changedChecks(table, specOf(manifest).protect),
      ...(await guarded('intervals', async () => [await intervalsCheck(table, manifest, mayBeNegative)])),
      ...(privatePart === undefined ? [] : await privateChecks(privatePart, manifest, table)),
      ...(published === undefined ? [] : await recordChecks(published, manifest, table)),
    ]
  })
}

/** A comparison is confidential, and protects nobody. */
function comparisonChecks(manifest: Manifest): Promise<readonly Check[]> {
  return guarded('manifest', async () => [
    outputsCheck(manifest, { tables: ['comparison'] }),
    stampCheck(manifest, { notPrivate: undefined, confidential: 'a comparison is made from the confidential table' }),
    statementCheck(statementOf(manifest), ['protects nobody']),
    rulesCheck(manifest),
  ])
}

/** With the parameters of a rule known, a sensitive cell tells something of its largest contribution. */
function rulesCheck(manifest: Manifest): Check {
  const { protect } = specOf(manifest)
  const told = [
    ...(protect === undefined ? ['the spec asks for no protected table'] : []),
    ...((protect?.rules.length ?? 0) > 0 ? ['the manifest tells the rules'] : []),
    ...(protect?.needs !== undefined ? ['the manifest tells what cells need'] : []),
    ...(protect?.waive !== undefined ? ['the manifest names a list of waivers'] : []),
  ]
  return checkOf('rules', told, 'no rule, need or list of cells is published')
}

function cellsCheck({ result, codes, equations, marks, units }: ReadTable): Check {
  const stated = result as { readonly mark?: unknown; readonly withheld?: unknown }
  const withheld = units.filter((one) => one === undefined).length
  const other = [...marks].filter((mark) => mark !== stated.mark)
  const faults = [
    ...(codes.length === result.cells
      ? []
      : [`the table has ${codes.length} cells, and the manifest says ${result.cells}`]),
    ...(equations.length === result.equations
      ? []
      : [`its codes make ${equations.length} sums, and the manifest says ${result.equations}`]),
    ...(other.length === 0
      ? []
      : [`${other.length} kind${other.length === 1 ? '' : 's'} of figure that are neither a number nor the mark`]),
    ...(withheld === (stated.withheld ?? 0)
      ? []
      : [`${withheld} cells are withheld, and the manifest says ${String(stated.withheld ?? 0)}`]),
  ]
  return checkOf('cells', faults, `${codes.length} cells, each once; ${withheld} withheld, all with one mark`)
}

function sumsCheck({ equations, units, result }: ReadTable): Check {
  if (result.method === 'cellkey')
    return checkOf('sums', [], 'not looked at: perturbed counts need not add up, and the release says so')
  const whole = equations.filter((members) => members.every((line) => units[line] !== undefined))
  const broken = whole.filter(
    ([total, ...parts]) => parts.reduce((sum, line) => sum + (units[line] ?? 0n), 0n) !== units[total],
  )
  const faults = broken.slice(0, 5).map(([total]) => `line ${total + 2} of the table is not the sum of its parts`)
  return checkOf('sums', faults, `${whole.length} totals of published figures are the sums of their parts`)
}

async function intervalsCheck(table: ReadTable, { result }: Manifest, mayBeNegative: boolean): Promise<Check> {
  const found = await attack(table, mayBeNegative)
  if (found === undefined) return checkOf('intervals', ['the published figures contradict each other'], '')
  const stated = (result.intervals ?? {}) as StatedIntervals
  const exact = found.lines.filter((_, at) => {
    const width = found.upper[at] - found.lower[at]
    return width <= 1e-9 * Math.max(1, Math.abs(found.upper[at]))
  })
  const all = new Set([...exact, ...found.fixed])
  const told = typeof stated.exact === 'number' ? stated.exact : 0
  const workedOut =
    all.size === told
      ? []
      : [
          `${all.size} withheld cells can be worked out, and the release says ${told}: lines ${[...all]
            .slice(0, 5)
            .map((line) => line + 2)
            .join(', ')}`,
        ]
  const faults = [...workedOut, ...(mayBeNegative || result.intervals == null ? [] : widthFaults(found, stated))]
  return checkOf(
    'intervals',
    faults,
    `${found.lines.length} withheld cells bounded from above and below; ${all.size} can be worked out`,
  )
}

interface StatedIntervals {
  readonly exact?: unknown
  readonly withheld?: unknown
  readonly unbounded?: unknown
  readonly narrowest?: unknown
  readonly median?: unknown
}

/** Widths are relative to the upper end, and found by another program: they agree to six digits. */
function widthFaults({ lines, lower, upper }: Attack, stated: StatedIntervals): readonly string[] {
  const widths = lines
    .flatMap((_, at) => {
      const width = upper[at] - lower[at]
      return Number.isFinite(width) ? [width / Math.max(1, Math.abs(upper[at]))] : []
    })
    .sort((a, b) => a - b)
  const found = {
    withheld: lines.length,
    unbounded: lines.length - widths.length,
    narrowest: widths[0] ?? null,
    median: widths[widths.length >> 1] ?? null,
  }
  return Object.entries(found).flatMap(([name, value]) => {
    const said = stated[name as keyof typeof found]
    const near = typeof said === 'number' && value !== null ? Math.abs(said - value) <= 1e-6 : said === value
    return near ? [] : [`of the intervals, "${name}" is ${String(value)}, and the release says ${String(said)}`]
  })
}
