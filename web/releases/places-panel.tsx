/** One released figure at every place of a level: on the map when there is one, and as a table with its errors. */
import { useState } from 'react'
import type { FigureChoice } from '../../src/server/answers.ts'
import { ask } from '../api.ts'
import { number } from '../parts/format.ts'
import { useLoaded } from '../parts/load.tsx'
import { PlaceMap } from './place-map.tsx'
import { PlaceTable } from './place-table.tsx'
import type { PlacesAnswer } from './release-types.ts'
import { figureWords } from './release-words.ts'

interface Props {
  readonly path: string
  readonly levels: readonly string[]
  /** How often the files of the release have changed. */
  readonly round: number
}

export function PlacesPanel({ path, levels, round }: Props): React.JSX.Element {
  const [level, setLevel] = useState(levels.at(-2) ?? levels[0])
  const [figure, setFigure] = useState<FigureChoice | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const { value, fault } = useLoaded(
    () => ask<PlacesAnswer>('releases/places', { path, level, figure }),
    [path, level, JSON.stringify(figure), round],
  )
  const changeLevel = (next: string): void => {
    setLevel(next)
    setFigure(null)
    setChosen(null)
  }
  return (
    <div className="places" data-level={value?.level ?? ''}>
      <div className="filters">
        <label>
          Level{' '}
          <select value={level} onChange={(event) => changeLevel(event.target.value)}>
            {levels.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        {value !== null && <FigureSelect answer={value} onChange={setFigure} />}
        {value !== null && value.matching > value.places.length && (
          <span className="hint">
            the {number(value.places.length)} largest of {number(value.matching)} places
          </span>
        )}
      </div>
      {fault !== null && (
        <p className="fault" role="alert">
          {fault}
        </p>
      )}
      {value !== null && (
        <div className={value.map === null ? 'places-body' : 'places-body with-map'}>
          {value.map !== null && (
            <PlaceMap map={value.map} places={value.places} chosen={chosen} onChoose={setChosen} />
          )}
          <PlaceTable answer={value} chosen={chosen} onChoose={setChosen} />
        </div>
      )}
    </div>
  )
}

interface FigureProps {
  readonly answer: PlacesAnswer
  onChange(figure: FigureChoice): void
}

function FigureSelect({ answer, onChange }: FigureProps): React.JSX.Element {
  const { figures, figure } = answer
  const at = figures.findIndex(({ query, answer: of }) => query === figure.query && of === figure.answer)
  return (
    <label>
      Figure{' '}
      <select value={at} onChange={(event) => onChange(figures[Number(event.target.value)])}>
        {figures.map((one, i) => (
          <option key={`${one.query} ${one.answer}`} value={i}>
            {figureWords(one)}
          </option>
        ))}
      </select>
    </label>
  )
}
