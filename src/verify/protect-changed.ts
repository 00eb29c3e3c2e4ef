/** A table whose figures were changed: each is what the method can make of a figure, and none is further away than it says. */
import type { SpecProtect } from '../spec/index.ts'
import { type Check, checkOf } from './check.ts'
import type { PrivatePart } from './protect-part.ts'
import type { ReadTable } from './protect-table.ts'

/** From the published table alone. */
export function changedChecks({ units, result }: ReadTable, asked: SpecProtect | undefined): readonly Check[] {
  if (asked?.kind === 'round') {
    const base = baseOf(asked.base, result.decimals)
    const wrong = units.flatMap((one, line) => (one === undefined || one % base !== 0n ? [line + 2] : []))
    return [
      checkOf('multiples', linesOf('no multiple of the base', wrong), `every figure is a multiple of ${asked.base}`),
    ]
  }
  if (asked?.kind !== 'cellkey') return []
  const { notBelow } = asked
  const wrong = units.flatMap((one, line) =>
    one === undefined || one < 0n || (one > 0n && one <= BigInt(notBelow)) ? [line + 2] : [],
  )
  return [
    checkOf('counts', linesOf('no count that the perturbation table has', wrong), 'no count is below 0 or too small'),
  ]
}

/** With the true figures. */
export function movedCheck(part: PrivatePart, asked: SpecProtect, { units, result }: ReadTable): Check {
  const steps = (result as { readonly steps?: unknown }).steps === 2 ? 2n : 1n
  const most =
    asked.kind === 'round'
      ? steps * baseOf(asked.base, result.decimals) - 1n
      : BigInt(asked.kind === 'cellkey' ? asked.noise : 0)
  const wrong = units.flatMap((one, line) => {
    const move = (one ?? 0n) - BigInt(part.value[line])
    const isZeroMoved = asked.kind === 'cellkey' && part.value[line] === 0 && move !== 0n
    return isZeroMoved || (move < 0n ? -move : move) > most ? [line + 2] : []
  })
  return checkOf(
    'moves',
    linesOf('further from the true figure than is stated', wrong),
    'no figure is further from the true one than is stated',
  )
}

const baseOf = (base: number, decimals: number): bigint => BigInt(base) * 10n ** BigInt(decimals)

const linesOf = (what: string, lines: readonly number[]): readonly string[] =>
  lines.length === 0 ? [] : [`${what}: lines ${lines.slice(0, 5).join(', ')}`]
