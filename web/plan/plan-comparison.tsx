/** Two plans side by side, figure by figure. */
import { type ComparedFigure, type ComparedPlan, comparedFigures, ratioWords } from './compare.ts'
import { people } from './plan-words.ts'

interface Props {
  readonly plan: ComparedPlan
  /** How the other plan is called. */
  readonly name: string
  readonly other: ComparedPlan
}

export function PlanComparison({ plan, name, other }: Props): React.JSX.Element {
  const lines = comparedFigures(plan.figures, other.figures)
  const hasQueries = new Set(lines.map(({ query }) => query)).size > 1
  return (
    <section className="plan-comparison" aria-label="Two plans side by side" data-other={name}>
      <h2>Beside {name}</h2>
      <div className="table-scroll">
        <table className="list-table">
          <thead>
            <tr>
              <th scope="col">level</th>
              {hasQueries && <th scope="col">query</th>}
              <th scope="col" className="right-text">
                this plan
              </th>
              <th scope="col" className="right-text">
                {name}
              </th>
              <th scope="col">this plan is</th>
            </tr>
          </thead>
          <tbody>
            {plan.whole.map(([title, here], i) => (
              <Whole key={title} columns={hasQueries ? 2 : 1} {...{ title, here }} there={other.whole[i][1]} />
            ))}
            {lines.map((line) => (
              <Line key={`${line.level} ${line.query}`} line={line} hasQueries={hasQueries} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

interface WholeProps {
  readonly columns: number
  readonly title: string
  readonly here: string
  readonly there: string
}

function Whole({ columns, title, here, there }: WholeProps): React.JSX.Element {
  return (
    <tr>
      <th scope="row" colSpan={columns}>
        {title}
      </th>
      <td className="right-text">{here}</td>
      <td className="right-text">{there}</td>
      <td className="quiet">{here === there ? 'the same' : ''}</td>
    </tr>
  )
}

function Line({ line, hasQueries }: { line: ComparedFigure; hasQueries: boolean }): React.JSX.Element {
  const text = (margin: number | null): string => (margin === null ? 'not in it' : people(margin))
  const words = ratioWords(line)
  return (
    <tr>
      {hasQueries ? <td>{line.level}</td> : <th scope="row">{line.level}</th>}
      {hasQueries && <th scope="row">{line.query}</th>}
      <td className="right-text">{text(line.here)}</td>
      <td className="right-text">{text(line.there)}</td>
      <td className={words.endsWith('closer') ? 'ok-text' : words.endsWith('wider') ? 'warn' : 'quiet'}>{words}</td>
    </tr>
  )
}
