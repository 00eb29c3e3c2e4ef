/** What was lost, column by column, and how easily a person is found before and after. */
import { number } from '../parts/format.ts'
import type { ReleaseAnswer } from '../releases/release-types.ts'

interface Risk {
  readonly prosecutor: number
  readonly marketer: number
  readonly uniques: number
}

interface Found {
  readonly lossBy?: Readonly<Record<string, number>> | null
  readonly risk?: { readonly before: Risk; readonly after: Risk } | null
}

const RISKS: readonly (readonly [keyof Risk, string])[] = [
  ['prosecutor', 'chance to be right about a person in the file, at most'],
  ['marketer', 'right guesses, of all records'],
  ['uniques', 'records that are alone'],
]

const percent = (share: number): string =>
  `${(100 * share).toLocaleString('en', { maximumFractionDigits: share < 0.1 ? 2 : 1 })} %`

export function LossAndRisk({ release }: { release: ReleaseAnswer }): React.JSX.Element | null {
  const { lossBy, risk } = release.manifest.result as Found
  if (!lossBy || !risk) return null
  return (
    <div className="loss-and-risk">
      <section aria-label="Loss by column">
        <h2>Lost, by column</h2>
        <table className="list-table dense" data-table="loss">
          <thead>
            <tr>
              <th scope="col">column</th>
              <th scope="col" className="right-text">
                detail lost
              </th>
              <th scope="col">
                <span className="unseen">as a bar</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(lossBy).map(([name, share]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td className="right-text">{percent(share)}</td>
                <td className="bar-cell">
                  <span className="bar" style={{ width: `${100 * share}%` }} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <section aria-label="Risk before and after">
        <h2>Risk of being found</h2>
        <table className="list-table dense" data-table="risk">
          <thead>
            <tr>
              <th scope="col">what</th>
              <th scope="col" className="right-text">
                before
              </th>
              <th scope="col" className="right-text">
                after
              </th>
            </tr>
          </thead>
          <tbody>
            {RISKS.map(([name, words]) => (
              <tr key={name}>
                <th scope="row">{words}</th>
                {[risk.before[name], risk.after[name]].map((value, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: before and after
                  <td key={i} className="right-text">
                    {name === 'uniques' ? number(value) : percent(value)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}
