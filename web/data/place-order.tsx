/** The places from the largest to the smallest, put in order by hand. */
import { Button } from 'react-aria-components'

interface Props {
  readonly places: readonly string[]
  onOrder(places: readonly string[]): void
}

export function PlaceOrder({ places, onOrder }: Props): React.JSX.Element {
  const up = (i: number): void => onOrder([...places.slice(0, i - 1), places[i], places[i - 1], ...places.slice(i + 1)])
  return (
    <fieldset className="place-order">
      <legend>Places, the largest first</legend>
      {places.length === 0 ? (
        <p className="hint">No column is used as “place”: everybody is counted in one place.</p>
      ) : (
        <ol>
          {places.map((place, i) => (
            <li key={place} data-place={place}>
              <span>{place}</span>
              {i > 0 && (
                <Button className="act-small" aria-label={`Put ${place} before ${places[i - 1]}`} onPress={() => up(i)}>
                  ↑
                </Button>
              )}
            </li>
          ))}
        </ol>
      )}
    </fieldset>
  )
}
