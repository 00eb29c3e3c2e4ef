import { useLayoutEffect, useState } from 'react'

export interface Viewport {
  readonly top: number
  readonly left: number
  readonly height: number
  readonly width: number
}

/** What of a scrolled element is in view, read at most once per frame. */
export function useViewport(scroller: React.RefObject<HTMLElement | null>): Viewport {
  const [view, setView] = useState<Viewport>({ top: 0, left: 0, height: 600, width: 1000 })
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    let frame = 0
    const read = (): void => {
      frame = 0
      const { scrollTop: top, scrollLeft: left, clientHeight: height, clientWidth: width } = element
      setView({ top, left, height, width })
    }
    const later = (): void => {
      if (frame === 0) frame = requestAnimationFrame(read)
    }
    read()
    element.addEventListener('scroll', later, { passive: true })
    const observer = new ResizeObserver(later)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', later)
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [scroller])
  return view
}
