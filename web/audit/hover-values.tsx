/** The possible counts of the cell under the pointer, after a moment. */
import { useEffect, useRef, useState } from 'react'
import type { Slot } from './engine-types.ts'
import { valueWords } from './possible-counts.tsx'
import { askCell } from './store.ts'

interface Shown {
  readonly x: number
  readonly y: number
  readonly words: string
}

/** Milliseconds of rest before something is shown. */
const MOMENT = 220

export function HoverValues({
  over,
  slot,
}: {
  over: React.RefObject<HTMLElement | null>
  slot: Slot
}): React.JSX.Element | null {
  const [shown, setShown] = useState<Shown | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const element = over.current
    if (element === null) return
    const hide = (): void => {
      clearTimeout(timer.current)
      setShown(null)
    }
    const onOver = (event: MouseEvent): void => {
      hide()
      const cell = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null
      if (cell === null) return
      const show = async (): Promise<void> => {
        const found = await askCell(slot, Number(cell.dataset.row), Number(cell.dataset.column)).catch(() => null)
        const { left, bottom } = cell.getBoundingClientRect()
        if (found !== null && cell.isConnected && cell.matches(':hover'))
          setShown({ x: Math.min(left, innerWidth - 270), y: bottom + 4, words: valueWords(found) })
      }
      timer.current = setTimeout(() => void show(), MOMENT)
    }
    element.addEventListener('mouseover', onOver)
    element.addEventListener('mouseleave', hide)
    element.addEventListener('scroll', hide, { passive: true })
    return () => {
      hide()
      element.removeEventListener('mouseover', onOver)
      element.removeEventListener('mouseleave', hide)
      element.removeEventListener('scroll', hide)
    }
  }, [over, slot])
  return (
    shown && (
      <div className="hover-values" style={{ left: shown.x, top: shown.y }} aria-hidden="true">
        {shown.words}
      </div>
    )
  )
}
