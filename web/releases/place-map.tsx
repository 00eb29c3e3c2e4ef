/** The places on a map, deeper for more; the table beside it says the same in figures. */
import { useState } from 'react'
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import type { Place, ReleaseMap } from '../../src/server/answers.ts'
import { number } from '../parts/format.ts'

interface Props {
  readonly map: ReleaseMap
  readonly places: readonly Place[]
  readonly chosen: string | null
  onChoose(region: string | null): void
}

type Shown = 'people' | 'error'

const TITLES: Readonly<Record<Shown, string>> = { people: 'The count', error: 'How wrong it may be' }

export function PlaceMap({ map, places, chosen, onChoose }: Props): React.JSX.Element {
  const [shown, setShown] = useState<Shown>('people')
  const byName = new Map(places.map((place) => [place.region, place]))
  const label = `Map: ${shown === 'people' ? 'the released count' : 'the standard error in percent of the count'} of ${map.areas.length} places; the table has the figures`
  return (
    <figure className="place-map" data-shown={shown}>
      <ToggleButtonGroup
        className="segments"
        aria-label="What the map shows"
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[shown]}
        onSelectionChange={([key]) => setShown(key as Shown)}
      >
        {(Object.keys(TITLES) as Shown[]).map((one) => (
          <ToggleButton key={one} id={one} className="segment">
            {TITLES[one]}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <svg viewBox={`-2 -2 ${map.width + 4} ${map.height + 4}`} role="img" aria-label={label}>
        {map.areas.map((area) => (
          // biome-ignore lint/a11y/noStaticElementInteractions: a pointer finds the row; the table has the same figures
          <path
            key={area.region}
            d={area.path}
            className={area[shown] === null ? 'area no-value' : `area shade${area[shown]}`}
            data-chosen={area.region === chosen || undefined}
            onMouseEnter={() => onChoose(area.region)}
            onMouseLeave={() => onChoose(null)}
          >
            <title>{hint(area.region, byName.get(area.region))}</title>
          </path>
        ))}
      </svg>
      <MapKey edges={map.edges[shown]} unit={shown === 'people' ? '' : ' %'} />
    </figure>
  )
}

function MapKey({ edges, unit }: { edges: readonly number[]; unit: string }): React.JSX.Element {
  return (
    <figcaption className="map-key">
      {edges.map((edge, k) => (
        <span key={edge}>
          <svg viewBox="0 0 14 14" aria-hidden="true">
            <rect width="14" height="14" className={`area shade${5 - edges.length + k}`} />
          </svg>
          from {number(Number(edge.toPrecision(3)))}
          {unit}
        </span>
      ))}
    </figcaption>
  )
}

function hint(region: string, place: Place | undefined): string {
  if (place === undefined) return region
  const error = place.standardError === null ? '' : ` ± ${number(Math.round(1.96 * place.standardError))}`
  return `${region}: ${number(place.count)}${error}`
}
