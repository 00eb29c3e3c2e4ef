/** What can be reached by adding up rows, in whichever form it is held. */
import type { ValueSet } from './value-set.ts'

export interface Reach {
  readonly target: number
  clone(): Reach
  has(sum: number): boolean
  /** Lets an item of this size be taken up to `copies` times (Infinity for no bound). */
  add(size: number, copies: number): void
  /** {x in 0..copies : target - size x is reachable}. */
  read(size: number, copies: number): ValueSet
}
