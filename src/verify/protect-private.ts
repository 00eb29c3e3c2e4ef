/**
 * The private part of a protected table against the table itself: its figures are those that are published, every cell that breaks a rule is
 * there with what it needs, and every need has a proof. The rules are worked out in fractions by code of their own.
 */
import { readTextFile } from '../data/index.ts'
import type { Manifest } from '../release/index.ts'
import { badInput } from '../request-error.ts'
import { parseSpec, type SpecProtect } from '../spec/index.ts'
import { type Check, checkOf, guarded } from './check.ts'
import { movedCheck } from './protect-changed.ts'
import { type PrivatePart, privatePartOf } from './protect-part.ts'
import { proofChecks } from './protect-proofs.ts'
import { type CellContents, requiredNeeds } from './protect-rules.ts'
import type { ReadTable } from './protect-table.ts'

export async function privateChecks(path: string, manifest: Manifest, table: ReadTable): Promise<readonly Check[]> {
  return guarded('private part', async () => {
    const part = privatePartOf(
      await readTextFile(path, 'The private part of a release is a JSON file beside it.'),
      path,
    )
    const { protect } = parseSpec(part.spec, 'the spec in the private part')
    if (protect === undefined) throw badInput('the spec in the private part asks for no protected table')
    const checks = [belongsCheck(part, manifest, table), needsCheck(part, protect)]
    if (checks.some(({ ok }) => !ok)) return checks
    if (protect.kind !== 'suppress') return [...checks, movedCheck(part, protect, table)]
    return [...checks, ...proofChecks(part, protect, table)]
  })
}

/** The figures of the private part add up and are those that are published. */
function belongsCheck(part: PrivatePart, manifest: Manifest, { units, equations, result }: ReadTable): Check {
  const { value, withheld } = part
  const hidden = new Set(withheld)
  const lengths = [value, part.contributors, part.size, part.largest].some((list) => list.length !== units.length)
  const broken = equations.filter(
    ([total, ...parts]) => parts.reduce((sum, line) => sum + (value[line] ?? 0), 0) !== value[total],
  )
  const isExact = result.method === 'suppress'
  const wrongMark = units.flatMap((one, line) =>
    isExact && (one === undefined) !== hidden.has(line) ? [line + 2] : [],
  )
  const wrongValue = units.flatMap((one, line) =>
    isExact && one !== undefined && one !== BigInt(value[line] ?? 0) ? [line + 2] : [],
  )
  const faults = [
    ...(part.runId === manifest.runId ? [] : ['it is of another run']),
    ...(lengths ? ['it has another number of cells than the table'] : []),
    ...(broken.length === 0 ? [] : [`its figure of line ${broken[0][0] + 2} is not the sum of its parts`]),
    ...(wrongMark.length === 0
      ? []
      : [`withheld there or in the table alone: lines ${wrongMark.slice(0, 5).join(', ')}`]),
    ...(wrongValue.length === 0 ? [] : [`published with another figure: lines ${wrongValue.slice(0, 5).join(', ')}`]),
  ]
  return checkOf('private part', faults, 'its figures add up, and are those that are published')
}

/** Every cell that breaks a rule needs at least what the rule asks, or is waived with a reason. */
function needsCheck(part: PrivatePart, protect: SpecProtect): Check {
  const stated = new Map(part.sensitive.map((one) => [one.cell, one]))
  const waived = new Set(part.waived.map(({ cell }) => cell))
  const marked = new Set(part.marked)
  const faults: string[] = []
  part.value.forEach((value, cell) => {
    const inCell: CellContents = {
      value,
      contributors: part.contributors[cell],
      size: part.size[cell],
      largest: part.largest[cell],
      asked: part.asked[cell],
    }
    const needed = requiredNeeds(inCell, protect, part.isCount, marked.has(cell))
    if (needed === undefined || waived.has(cell)) return
    const { up, down } = stated.get(cell) ?? { up: -1, down: -1 }
    if (up < needed.up || down < needed.down)
      faults.push(
        up < 0
          ? `line ${cell + 2} breaks a rule and is not listed as sensitive`
          : `line ${cell + 2} needs more than is stated`,
      )
  })
  return checkOf('needs', faults.slice(0, 5), `${part.sensitive.length} sensitive cells, each with what its rules ask`)
}
