/** Every bad news has a next step: what would help, with its price, one press away. */
import { Button } from 'react-aria-components'
import type { CountedTable } from './bounds.ts'
import { suggestedDesign } from './design.ts'
import type { AuditAnswer } from './engine-types.ts'
import { auditDesign, useDesign, useResult } from './store.ts'
import { changeWords, number, percent } from './words.ts'

export function WhatHelps({ table, answer }: { table: CountedTable; answer: AuditAnswer }): React.JSX.Element | null {
  const { help, other } = useResult()
  const { design, change } = useDesign()
  const best = help?.suggestions.safe.find((one) => one.changes > 0)
  const { exposed } = answer.figures
  const rounded = help?.rounded
  const compare = (): void => {
    if (best === undefined) return
    const second = suggestedDesign(table, design, best)
    useResult.setState({ other: second, second: null })
    void auditDesign('second', table, second)
  }
  return (
    <section>
      <h2>What would help</h2>
      {exposed === 0 && <p className="hint">Nothing is needed: no count below {design.small} can be worked out.</p>}
      {exposed > 0 && best !== undefined && (
        <Button className="act primary" onPress={() => change(suggestedDesign(table, design, best))}>
          <b>{changeWords(table, design, best)}</b>
          <span>No small count known any more; keeps {percent(best.kept)} of the detail</span>
        </Button>
      )}
      {exposed > 0 && rounded && rounded.exposed < exposed && (
        <Button className="act" onPress={() => change({ published: 'rounded', decimals: rounded.decimals })}>
          <b>Publish two decimals</b>
          <span>
            Small counts known: {number(exposed)} → {number(rounded.exposed)}; rows known:{' '}
            {number(answer.figures.knownRows)} → {number(rounded.knownRows)}
          </span>
        </Button>
      )}
      {exposed > 0 && best !== undefined && other === null && (
        <Button className="act" onPress={compare}>
          <b>Compare side by side</b>
          <span>This design and “{changeWords(table, design, best)}”</span>
        </Button>
      )}
    </section>
  )
}
