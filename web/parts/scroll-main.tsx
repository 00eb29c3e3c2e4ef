import type { ReactNode } from 'react'

/** The middle of a view where it scrolls as a whole: a region that scrolls must be reached by keyboard. */
export function ScrollMain({ children }: { children: ReactNode }): React.JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <main className="middle scrolls" tabIndex={0}>
      {children}
    </main>
  )
}
