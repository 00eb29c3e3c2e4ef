/** Two plans side by side, figure by figure. */
import { number } from '../parts/format.ts'
import { type ComparedFigure, comparedFigures, ratioWords } from './compare.ts'
import type { PlanAnswer } from './plan-types.ts'
import { people } from './plan-words.ts'

interface Props {
  readonly answer: PlanAnswer
  /** How the other plan is called. */
  readonly name: string
  readonly other: PlanAnswer
}

export function PlanComparison({ answer, name, other }: Props): React.JSX.Element {
  return (
    <section className="plan-comparison" aria-label="Two plans side by side" data-other={name}>
      <h2>Beside {name}</h2>
      <div className="table-scroll">
        <table className="list-table">
          <thead>
            <tr>
              <th scope="col">level</th>
              <th scope="col">query</th>
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
            <Whole title="privacy loss" here={answer.words} there={other.words} />
            <Whole title="figures" here={number(answer.figures)} there={number(other.figures)} />
            {comparedFigures(answer, other).map((line) => (
              <Line key={`${line.level} ${line.query}`} line={line} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function Whole({ title, here, there }: { title: string; here: string; there: string }): React.JSX.Element {
  return (
    <tr>
      <th scope="row" colSpan={2}>
        {title}
      </th>
      <td className="right-text">{here}</td>
      <td className="right-text">{there}</td>
      <td className="quiet">{here === there ? 'the same' : ''}</td>
    </tr>
  )
}

function Line({ line }: { line: ComparedFigure }): React.JSX.Element {
  const text = (margin: number | null): string => (margin === null ? 'not in it' : people(margin))
  const words = ratioWords(line)
  return (
    <tr>
      <td>{line.level}</td>
      <th scope="row">{line.query}</th>
      <td className="right-text">{text(line.here)}</td>
      <td className="right-text">{text(line.there)}</td>
      <td className={words.endsWith('closer') ? 'ok-text' : words.endsWith('wider') ? 'warn' : 'quiet'}>{words}</td>
    </tr>
  )
}
