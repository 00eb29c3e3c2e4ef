/** The releases that a reader puts together, and what each of them adds to what is known. */

import { number } from '../parts/format.ts'
import { ownRelease, releasesOf, releaseWords } from './releases.ts'
import { useDesign, useResult } from './store.ts'

export function EachRelease(): React.JSX.Element {
  const design = useDesign((state) => state.design)
  const { first, without, helping } = useResult()
  const own = ownRelease(design)
  return (
    <section className="each-release" aria-label="Releases together">
      <h2>Releases together</h2>
      <table className="list-table dense">
        <thead>
          <tr>
            <th scope="col">published</th>
            <th scope="col" className="right-text">
              small counts known without it
            </th>
          </tr>
        </thead>
        <tbody>
          {releasesOf(design).map((text) => {
            const found = without.find(({ release }) => release === text)
            return (
              <tr key={text}>
                <th scope="row">
                  {releaseWords(text)}
                  {text === own && <em> this table</em>}
                </th>
                <td className="right-text">
                  {found !== undefined ? number(found.exposed) : text === own || !helping ? '' : 'trying…'}
                </td>
              </tr>
            )
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">all of them</th>
            <td className="right-text">{first === null ? '' : number(first.answer.figures.exposed)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  )
}
