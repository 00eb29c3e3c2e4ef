/** The verdict, a sentence first and large; the figures of the paper's Table 13 beside it, small. */

import { number } from '../parts/format.ts'
import type { TableDesign } from './design.ts'
import type { AuditAnswer } from './engine-types.ts'
import { verdictOf } from './words.ts'

export function VerdictHead({ answer, design }: { answer: AuditAnswer; design: TableDesign }): React.JSX.Element {
  const { exposed, rest, tone } = verdictOf(answer, design)
  const { figures } = answer
  const list: readonly (readonly [string, string, string])[] = [
    ['Table', `${number(answer.rows)} × ${number(answer.columns)}`, 'rows and columns'],
    ['Zero rows', number(figures.zeroRows), 'rows without people'],
    ...(figures.unitRows === null
      ? []
      : [['Unit rows', number(figures.unitRows), 'rows whose smallest counts add up to 1'] as const]),
    ['Rows known', number(figures.knownRows), 'rows with one possible set of counts'],
    ['Zero cells', number(figures.zeroCells), 'counts that are known to be 0'],
    ['Cells known', number(figures.knownCells), 'counts above 0 that can be worked out'],
    ...(figures.slack === null
      ? []
      : [['Left to place', number(figures.slack), 'people beyond the smallest counts'] as const]),
  ]
  return (
    <div className="verdict">
      <h1 aria-live="polite" className={tone}>
        {exposed !== '' && <mark>{exposed}</mark>}
        {rest}
      </h1>
      <dl>
        {list.map(([name, value, title]) => (
          <div key={name} title={title}>
            <dt>{name}</dt>
            <dd data-figure={name}>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
