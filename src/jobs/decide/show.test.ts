import { expect, test } from 'vitest'
import { parseRational } from '../../exact/index.ts'
import { showDecision } from './show.ts'

/** An exact vertex of a real model: far too many digits for a double above and below the line. */
const LONG = parseRational(`${7n ** 700n}/${3n ** 1200n}`)

test('an objective of a thousand digits is shown as the number that it is', () => {
  const decision = { status: 'optimal', objective: LONG, printed: ['1'], point: [LONG], gap: { absolute: 0, relative: 0 } }
  const figures = {
    decision,
    variables: ['x'],
    bounds: {
      theorem: { available: false, why: '' },
      prices: { available: false, why: '' },
      lower: { available: false, why: '' },
    },
    violations: 0,
    note: null,
    objectiveAtFloor: 1,
    sides: [],
  }
  const manifest = {
    stamp: null,
    runId: 'r',
    outputs: [],
    result: { shift: '1' },
    privacy: { words: 'epsilon 1', statement: [] },
  }
  const { lines, document } = showDecision({ out: 'out', manifest, figures, resumed: false } as never)
  expect(JSON.stringify(lines)).not.toContain('NaN')
  expect(Math.log((document as { objective: number }).objective)).toBeCloseTo(700 * Math.log(7) - 1200 * Math.log(3), 6)
})
