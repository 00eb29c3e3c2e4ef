/** Other designs: what each would keep of the detail against what it would expose, to be clicked through. */
import { memo } from 'react'
import { ListBox, ListBoxItem } from 'react-aria-components'
import { number } from '../parts/format.ts'
import type { CountedTable, Suggestion } from './bounds.ts'
import { suggestedDesign } from './design.ts'
import type { Help } from './engine-types.ts'
import { type GivenHelp, useDesign, useResult } from './store.ts'
import { changeWords, percent } from './words.ts'

/** Safe designs first, then the frontier that leads to them. */
export function offered({ suggestions }: Help): readonly Suggestion[] {
  const rest = suggestions.frontier.filter((one) => one.counts.cells.smallDisclosed > 0 && one.changes > 0)
  const safe = suggestions.safe.filter((one) => one.changes > 0)
  return [...safe.slice(0, 6), ...rest.toReversed().slice(0, 4)]
}

export function Frontier({ table }: { table: CountedTable }): React.JSX.Element {
  const help = useResult((state) => state.help)
  const helping = useResult((state) => state.helping)
  if (help === null)
    return (
      <div className="frontier">
        <h2>Other designs</h2>
        <p className="hint">
          {helping ? 'Trying other designs…' : 'Put a variable in the rows and one in the columns.'}
        </p>
      </div>
    )
  return (
    <div className={helping ? 'frontier stale' : 'frontier'}>
      <OtherDesigns {...{ table, help }} />
    </div>
  )
}

const OtherDesigns = memo(function OtherDesigns({ table, help }: { table: CountedTable; help: GivenHelp }) {
  const list = offered(help)
  const { design } = help
  const { evaluated, complete } = help.suggestions
  return (
    <>
      <div>
        <h2>Other designs</h2>
        <FrontierChart help={help} list={list} />
      </div>
      <div className="frontier-list">
        <ListBox
          aria-label="Other designs"
          selectionMode="none"
          onAction={(key) => {
            const chosen = list.find((one) => designKey(one) === key)
            const { design: now, change } = useDesign.getState()
            if (chosen !== undefined) change(suggestedDesign(table, now, chosen))
          }}
        >
          {list.map((one) => (
            <ListBoxItem
              key={designKey(one)}
              id={designKey(one)} // not its place in the list, which another search may change
              className={one.counts.cells.smallDisclosed === 0 ? 'design safe' : 'design'}
              textValue={changeWords(table, design, one)}
            >
              <b>
                {number(one.counts.shape.rows)} × {number(one.counts.shape.columns)}
              </b>
              <span>{changeWords(table, design, one)}</span>
              <em>
                {one.counts.cells.smallDisclosed > 0 && `${number(one.counts.cells.smallDisclosed)} exposed · `}
                {percent(one.kept)}
              </em>
            </ListBoxItem>
          ))}
        </ListBox>
        <p className="hint">
          {number(evaluated)} designs tried in {help.seconds.toFixed(1)} s{complete ? '' : ', stopped there'}.
          Percentages: detail kept.
        </p>
      </div>
    </>
  )
})

/** One text per design: its sides and groups. */
const designKey = ({ design }: Suggestion): string => JSON.stringify(design)

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [460, 132, 34, 18]

function FrontierChart({ help, list }: { help: Help; list: readonly Suggestion[] }): React.JSX.Element {
  const { start, frontier } = help.suggestions
  const points = [...new Set([...list, ...frontier])]
  const least = Math.max(0, Math.floor(20 * Math.min(0.95, ...points.map(({ kept }) => kept))) / 20)
  const most = Math.max(4, start.counts.cells.smallDisclosed, ...points.map((one) => one.counts.cells.smallDisclosed))
  const x = (kept: number): number => LEFT + ((WIDTH - LEFT - 10) * (kept - least)) / (1 - least)
  const y = (exposed: number): number => HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - 10) * exposed) / most
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="frontier-chart"
      role="img"
      aria-label="Detail kept against counts exposed; the list beside it holds the same designs"
    >
      {[0, most / 2, most].map((value) => (
        <g key={value}>
          <line x1={LEFT} x2={WIDTH - 8} y1={y(value)} y2={y(value)} className="axis" />
          <text x={LEFT - 6} y={y(value) + 4} textAnchor="end">
            {number(Math.round(value))}
          </text>
        </g>
      ))}
      {[least, (1 + least) / 2, 1].map((value, i) => (
        <text key={value} x={x(value)} y={HEIGHT - 3} textAnchor={i === 0 ? 'start' : i === 1 ? 'middle' : 'end'}>
          {i === 2 ? '100 % of the detail' : percent(value)}
        </text>
      ))}
      {points.map((one) => (
        <circle
          key={designKey(one)}
          cx={x(one.kept)}
          cy={y(one.counts.cells.smallDisclosed)}
          r={list.includes(one) ? 4.5 : 3}
          className={one.counts.cells.smallDisclosed === 0 ? 'safe' : 'other'}
        />
      ))}
      <circle
        cx={x(1)}
        cy={y(start.counts.cells.smallDisclosed)}
        r="5.5"
        className={start.counts.cells.smallDisclosed > 0 ? 'this' : 'safe'}
      />
      <text
        x={x(1) - 10}
        y={Math.max(12, y(start.counts.cells.smallDisclosed) - 6)}
        textAnchor="end"
        className="this-label"
      >
        this table
      </text>
    </svg>
  )
}
