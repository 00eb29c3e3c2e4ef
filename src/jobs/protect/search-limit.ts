/** How long a search may go on: so many seconds, or so many steps, which give the same table everywhere. */
export interface SearchLimit {
  readonly shouldStop: () => boolean
  /** Called when a step was begun and given up. */
  readonly whenStopped: () => void
  /** Steps until the search was stopped, or ended by itself. */
  readonly steps: () => number
  readonly isOver: () => boolean
}

export function searchLimit(
  { seconds, steps }: { readonly seconds: number; readonly steps?: number | undefined },
  signal: AbortSignal,
  now: () => number = performance.now.bind(performance),
): SearchLimit {
  const end = now() + 1000 * seconds
  let taken = 0
  let isOver = false
  const shouldStop = (): boolean => {
    signal.throwIfAborted()
    isOver ||= steps === undefined ? now() >= end : taken >= steps
    if (!isOver) taken++
    return isOver
  }
  const whenStopped = (): void => {
    isOver = true
    taken--
  }
  return { shouldStop, whenStopped, steps: () => taken, isOver: () => isOver }
}
