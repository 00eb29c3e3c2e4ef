/** Whether the page is being printed: what only paper shows is written then, and costs nothing while one works. */
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(() => matchMedia('print').matches)
  useEffect(() => {
    const media = matchMedia('print')
    // The browser takes the page as it is when these return.
    const follow = (): void => flushSync(() => setPrinting(media.matches))
    const begin = (): void => flushSync(() => setPrinting(true))
    const end = (): void => setPrinting(false)
    media.addEventListener('change', follow)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      media.removeEventListener('change', follow)
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}
