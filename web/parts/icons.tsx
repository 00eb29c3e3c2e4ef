/** Small drawings in the colour of the text around them; the text says what they mean. */
import type { ReactNode } from 'react'

function Icon({ children }: { children: ReactNode }): React.JSX.Element {
  return (
    <svg viewBox="0 0 12 12" aria-hidden="true" className="icon">
      {children}
    </svg>
  )
}

export const Grip = (): React.JSX.Element => (
  <Icon>
    {[2.5, 6, 9.5].flatMap((y) =>
      [4, 8].map((x) => <circle key={`${x} ${y}`} cx={x} cy={y} r="1" fill="currentColor" />),
    )}
  </Icon>
)

export const More = (): React.JSX.Element => (
  <Icon>
    {[2, 6, 10].map((x) => (
      <circle key={x} cx={x} cy="6" r="1.1" fill="currentColor" />
    ))}
  </Icon>
)

export const Merge = (): React.JSX.Element => (
  <Icon>
    <path d="M2 2.5h3l2 3.5h3M2 9.5h3l2-3.5" fill="none" stroke="currentColor" strokeWidth="1.2" />
  </Icon>
)

/** A filled disc: a small count that is known. */
export const Exposed = (): React.JSX.Element => (
  <Icon>
    <circle cx="6" cy="6" r="4.4" fill="currentColor" />
  </Icon>
)

/** A ring: a larger count that is known. */
export const Known = (): React.JSX.Element => (
  <Icon>
    <circle cx="6" cy="6" r="3.6" fill="none" stroke="currentColor" strokeWidth="1.7" />
  </Icon>
)
