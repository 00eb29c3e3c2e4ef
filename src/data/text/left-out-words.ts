/** What stands in a file beside its records, and was left out. */
import type { Reading } from '../../spec/index.ts'

type LeftOut = Pick<Reading, 'headerLine' | 'unitLines' | 'totalLines'>

/** Undefined where all lines below the first are records. */
export function leftOutWords({ headerLine, unitLines = 0, totalLines = 0 }: LeftOut): string | undefined {
  const lines = (count: number): string => (count === 1 ? '1 line' : `${count} lines`)
  const left = [
    ...(headerLine !== undefined && headerLine > 1 ? [`${lines(headerLine - 1)} above the column names`] : []),
    ...(unitLines > 0 ? [`${lines(unitLines)} of units below them`] : []),
    ...(totalLines > 0 ? [`${lines(totalLines)} of totals or notes at the end`] : []),
  ]
  if (left.length === 0) return undefined
  return `Left out: ${left.join(', ')}. Otherwise: \`headerLine\`, \`unitLines\`, \`totalLines\`.`
}
