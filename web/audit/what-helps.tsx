/** Every bad news has a next step: what would help, with its price, one press away. */
import { Button } from 'react-aria-components'
import { number } from '../parts/format.ts'
import type { CountedTable } from './bounds.ts'
import { suggestedDesign } from './design.ts'
import { releaseWords } from './releases.ts'
import { auditDesign, type ShownTable, setReleases, useDesign, useResult } from './store.ts'
import { changeWords, decimalsWords, guessWords, percent } from './words.ts'

/** Designs are searched for without what a reader knows beforehand: a row that a fact names may be merged away. */
const beyondFacts = (facts: number): string => (facts === 0 ? '' : ' from the table alone, without what a reader knows')

export function WhatHelps({ table, shown }: { table: CountedTable; shown: ShownTable }): React.JSX.Element | null {
  const help = useResult((state) => state.help)
  const without = useResult((state) => state.without)
  const isCompared = useResult((state) => state.other !== null)
  const { answer, design } = shown
  const { change } = useDesign.getState()
  const best = help?.suggestions.safe.find((one) => one.changes > 0)
  const { exposed } = answer.figures
  const rounded = help?.rounded
  const guess = guessWords(answer, design.small)
  const compare = (): void => {
    if (best === undefined) return
    const second = suggestedDesign(table, design, best)
    useResult.setState({ other: second, second: null })
    void auditDesign('second', table, second)
  }
  return (
    <section>
      <h2>What would help</h2>
      {exposed === 0 && answer.exact && (
        <p className={guess === null ? 'hint' : 'warn'} data-guess={guess !== null}>
          {guess ?? `Nothing is needed: no count below ${design.small} can be worked out.`}
        </p>
      )}
      {exposed === 0 && !answer.exact && (
        <p className="hint">
          Nothing is known to be needed. Not every range is proved to be the narrowest; tacet audit takes the time it
          needs.
        </p>
      )}
      {exposed > 0 && best !== undefined && (
        <Button className="act primary" onPress={() => change(suggestedDesign(table, design, best))}>
          <b>{changeWords(table, design, best)}</b>
          <span>
            No small count known any more{beyondFacts(design.known.length)}; keeps {percent(best.kept)} of the detail
          </span>
        </Button>
      )}
      {without
        .filter((one) => one.exposed < exposed)
        .map((one) => (
          <Button
            key={one.release}
            className={one.exposed === 0 ? 'act primary' : 'act'}
            onPress={() => setReleases(design.releases.filter((release) => release !== one.release))}
          >
            <b>Do not publish {releaseWords(one.release)}</b>
            <span>
              Small counts known: {number(exposed)} → {number(one.exposed)}
            </span>
          </Button>
        ))}
      {exposed > 0 && rounded && rounded.exposed < exposed && (
        <Button className="act" onPress={() => change({ published: 'rounded', decimals: rounded.decimals })}>
          <b>Round to {decimalsWords(rounded.decimals)}</b>
          <span>
            Small counts known: {number(exposed)} → {number(rounded.exposed)}; rows known:{' '}
            {number(answer.figures.knownRows)} → {number(rounded.knownRows)}
          </span>
        </Button>
      )}
      {exposed > 0 && best !== undefined && !isCompared && (
        <Button className="act" onPress={compare}>
          <b>Compare side by side</b>
          <span>This design and “{changeWords(table, design, best)}”</span>
        </Button>
      )}
    </section>
  )
}
