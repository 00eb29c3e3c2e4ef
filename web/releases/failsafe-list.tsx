/** Where no children added up to what had been decided above, and by how much it was moved. */
import { number } from '../parts/format.ts'
import type { Failsafe } from './release-types.ts'

/** Places written out; the report has all of them. */
const SHOWN = 200

export function FailsafeList({ acted }: { acted: readonly Failsafe[] }): React.JSX.Element {
  return (
    <section className="failsafe" aria-label="Where the failsafe acted" data-acted={acted.length}>
      <h2>Where the failsafe acted</h2>
      {acted.length === 0 ? (
        <p className="hint">Nowhere: at every place the children add up to what was decided above.</p>
      ) : (
        <>
          <p className="why">
            At {acted.length === 1 ? 'one place' : `${number(acted.length)} places`} no children met the facts and added
            up to what had been decided above. The counts above were moved by the least that is possible.
          </p>
          <table className="list-table">
            <thead>
              <tr>
                <th scope="col">level</th>
                <th scope="col">place</th>
                <th scope="col" className="right-text">
                  moved
                </th>
                <th scope="col">kept</th>
              </tr>
            </thead>
            <tbody>
              {acted.slice(0, SHOWN).map((place) => (
                <tr key={`${place.level} ${place.region}`}>
                  <td>{place.level}</td>
                  <th scope="row">{place.region}</th>
                  <td className="right-text">
                    {number(place.distance)} (at least {number(place.least)})
                  </td>
                  <td>{keptWords(place)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  )
}

export function keptWords({ totalKept, factsKept, kept }: Failsafe): string {
  const parts = [...(totalKept ? ['its total'] : []), ...(factsKept ? ['its facts'] : []), ...kept]
  return parts.length === 0 ? 'nothing' : parts.join(', ')
}
