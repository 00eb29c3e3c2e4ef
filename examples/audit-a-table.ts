/** What a small table of shares discloses, and what one more fact adds: Table 1 of Wright and Smucker (2014). */
import { audit, reduceCounts, rowReports, valuesOf } from 'tacet/bounds'

export function auditSmallTable(): { alone: string[]; withFact: string[] } {
  const shares = reduceCounts([3, 4, 5, 3, 6, 9, 10, 8], 4, 2)
  const name = (row: number): string => 'ABCD'[row]
  const alone = audit(shares)
  // A reader who knows that row A has more than 7 people knows the whole table.
  const withFact = audit(shares, { known: [{ row: 0, lower: 8 }] })
  const lines = (found: typeof alone): string[] =>
    rowReports(found, name).map(({ row, bounds }, i) => {
      const values = found.values[i]
      return `${row}: ${bounds.map(([lower, upper]) => `${lower}..${upper}`).join(' ')} (factors ${values ? [...valuesOf(values)].map((v) => v + 1).join(', ') : 'none'})`
    })
  return { alone: lines(alone), withFact: lines(withFact) }
}
