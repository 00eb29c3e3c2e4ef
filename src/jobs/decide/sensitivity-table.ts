/** The table of prices and slacks that a decision is published with. */
import type { WriteColumn } from '../../data/index.ts'
import { printExactly, type SideReport } from '../../decisions/index.ts'

export function sensitivityTable(lines: readonly SideReport[]): WriteColumn[] {
  const text = (name: string, of: (line: SideReport) => string | null): WriteColumn => ({
    name,
    kind: 'text',
    values: lines.map(of),
  })
  return [
    text('constraint', (line) => line.constraint),
    text('side', (line) => line.side),
    text('private', (line) => (line.private ? 'yes' : 'no')),
    text('limit', (line) => printExactly(line.limit)),
    text('slack', (line) => shown(line.slack)),
    text('price', (line) => shown(line.price)),
    text('price_from', (line) => shown(line.from)),
    text('price_to', (line) => shown(line.to)),
  ]
}

/** Twelve digits: these are computed in doubles. An endless range is empty, as is what is not known. */
export function shown(value: number | null): string | null {
  return value === null || !Number.isFinite(value) ? null : String(Number(value.toPrecision(12)))
}
