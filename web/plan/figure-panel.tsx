/** The selected figure: where its error comes from, and what it would take to halve it. */
import { useEffect, useState } from 'react'
import { Button } from 'react-aria-components'
import { numberOf } from './loss-slider.tsx'
import type { PlanAnswer, PlanCell, Settings } from './plan-types.ts'
import { headlineCell, marginOf, people } from './plan-words.ts'
import { percentOf, withPercent } from './shares.ts'
import { changeSettings, tryOut, useShown } from './store.ts'

export function FigurePanel({
  answer,
  settings,
}: {
  answer: PlanAnswer
  settings: Settings
}): React.JSX.Element | null {
  const selected = useShown((state) => state.selected)
  const chosen = answer.cells.find((one) => one.level === selected?.level && one.query === selected.query)
  const cell = chosen ?? headlineCell(answer)
  if (cell === undefined) return null
  const level = answer.levels[cell.level].name
  return (
    <>
      <section>
        <h2>Selected figure</h2>
        <p className="big">{people(marginOf(cell))}</p>
        <p className="path">
          {level} · {cell.query}, at 95 %
        </p>
      </section>
      <section>
        <h2>Why</h2>
        <p className="why">{whyWords(cell, level)}</p>
      </section>
      {marginOf(cell) > 0 && Number.isFinite(marginOf(cell)) && (
        <Halving key={`${answer.table} ${cell.level} ${cell.query}`} cell={cell} answer={answer} settings={settings} />
      )}
    </>
  )
}

function whyWords(cell: PlanCell, level: string): string {
  if (cell.standardError === 0) return 'It is published exactly, outside the guarantee.'
  if (cell.noise === null) return `It is not measured at ${level}: it follows from the other queries and levels.`
  return `The noise of its own measurement is ${people(1.96 * cell.noise)}. The levels above and below and the other queries bring it to ${people(marginOf(cell))}; that no count is negative helps small places further.`
}

interface HalvingProps {
  readonly cell: PlanCell
  readonly answer: PlanAnswer
  readonly settings: Settings
}

function Halving({ cell, answer, settings }: HalvingProps): React.JSX.Element {
  const target = marginOf(cell) / 2
  const share = useShareFor(cell, settings, target)
  const rises = answer.given === 'epsilon' ? 2 : 4 // the noise of rho falls with its square root
  const total = String(Number((numberOf(settings.total) * rises).toPrecision(3)))
  const level = answer.levels[cell.level].name
  return (
    <section>
      <h2>To get {people(target)}</h2>
      {share !== null && (
        <Button
          className="act primary"
          onPress={() => changeSettings({ ...settings, levels: withPercent(settings.levels, cell.level, share) })}
        >
          <b>
            Raise the share of {level} to {`${share}\u00a0%`}
          </b>
          <span>the other levels get less</span>
        </Button>
      )}
      <Button className="act" onPress={() => changeSettings({ ...settings, total })}>
        <b>
          Raise {answer.given === 'epsilon' ? 'ε' : 'ρ'} to {total}
        </b>
        <span>every figure gets twice as exact</span>
      </Button>
    </section>
  )
}

/** The least share of the level that brings the figure to the target; null when no share does. */
function useShareFor(cell: PlanCell, settings: Settings, target: number): number | null {
  const [share, setShare] = useState<number | null>(null)
  useEffect(() => {
    let current = true
    const search = async (): Promise<void> => {
      let [low, high] = [Math.ceil(percentOf(settings.levels[cell.level])), 97]
      const reaches = async (percent: number): Promise<boolean> => {
        const { cells } = await tryOut({ ...settings, levels: withPercent(settings.levels, cell.level, percent) })
        const same = cells.find((one) => one.level === cell.level && one.query === cell.query)
        return same !== undefined && marginOf(same) <= target
      }
      if (!(await reaches(high))) {
        if (current) setShare(null)
        return
      }
      while (low < high && current) {
        const middle = Math.floor((low + high) / 2)
        if (await reaches(middle)) high = middle
        else low = middle + 1
      }
      if (current) setShare(high)
    }
    const timer = setTimeout(() => void search().catch(() => {}), 300)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [cell.level, cell.query, settings, target])
  return share
}
