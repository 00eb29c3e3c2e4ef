/** How far from the truth, by level and by the size of the released count: small places have other errors than large ones. */
import { useState } from 'react'
import { number } from '../parts/format.ts'
import { HeatGrid, heat } from './heat-grid.tsx'
import type { SizeLine } from './release-types.ts'

export function SizeErrors({ lines }: { lines: readonly SizeLine[] }): React.JSX.Element | null {
  const queries = [...new Set(lines.map(({ query }) => query))]
  const [query, setQuery] = useState(queries[0] ?? '')
  if (lines.length === 0) return null
  const own = lines.filter((line) => line.query === query)
  return (
    <section className="size-errors" aria-label="Errors by size of the count">
      <div className="filters">
        <label>
          By size of the count, of{' '}
          <select value={query} onChange={(event) => setQuery(event.target.value)}>
            {queries.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      </div>
      <SizeGrid lines={own} bins={inOrder(own.map(({ bin }) => bin))} />
    </section>
  )
}

/** Sizes from small to large: "1–9", "10–99", "1,000+". */
export function inOrder(bins: readonly string[]): readonly string[] {
  const from = (bin: string): number => Number(/^[\d,]+/.exec(bin)?.[0].replaceAll(',', '') ?? 0)
  return [...new Set(bins)].sort((a, b) => from(a) - from(b))
}

function SizeGrid({ lines, bins }: { lines: readonly SizeLine[]; bins: readonly string[] }): React.JSX.Element {
  const most = Math.max(1, ...lines.map(({ simulated }) => simulated))
  const find = (level: string, bin: string): SizeLine | undefined =>
    lines.find((one) => one.level === level && one.bin === bin)
  return (
    <HeatGrid
      caption="Standard error of one answer, as found by simulating this release"
      levels={[...new Set(lines.map(({ level }) => level))]}
      columns={bins}
      cell={(level, bin) => <SizeCell line={find(level, bin)} most={most} />}
    />
  )
}

function SizeCell({ line, most }: { line: SizeLine | undefined; most: number }): React.JSX.Element {
  if (line === undefined) return <td className="right-text quiet none-cell">none</td>
  return (
    <td className="right-text" style={heat(line.simulated, most)}>
      {line.simulated === 0 ? 'exact' : line.simulated.toFixed(1)}
      <small>{number(line.answers)} compared</small>
    </td>
  )
}
