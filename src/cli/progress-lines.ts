/** Progress where there is no terminal: a line when a phase begins, and one every few seconds while it lasts. */
import { formatSeconds, secondsLeft } from '../run/pace.ts'
import type { WordProgress } from './word-progress.ts'

const EVERY = 5000

export function progressLines(note: (line: string) => void): WordProgress {
  let name = ''
  let total: number | undefined
  let expected: number | undefined
  let began = 0
  let last = 0
  return {
    phase(next, amount, seconds) {
      name = next
      total = amount
      expected = seconds
      began = last = performance.now()
      note(name)
    },
    done(units, amount = total) {
      const now = performance.now()
      if (amount === undefined || amount <= 0 || now - last < EVERY) return
      last = now
      const left = secondsLeft(units, amount, (now - began) / 1000, expected)
      const time = left === undefined ? '' : `, about ${formatSeconds(Math.ceil(left))} left`
      note(`${name}: ${Math.floor((100 * units) / amount)} %${time}`)
    },
  }
}
