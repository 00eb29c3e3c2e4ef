import { expect, test } from 'vitest'
import { paintFor } from './colour.ts'

test.each<[string, boolean, NodeJS.ProcessEnv, boolean]>([
  ['a terminal', true, {}, true],
  ['no terminal', false, {}, false],
  ['no terminal in CI', false, { CI: 'true' }, false],
  ['a dumb terminal', true, { TERM: 'dumb' }, false],
  ['NO_COLOR', true, { NO_COLOR: '1' }, false],
  ['an empty NO_COLOR', true, { NO_COLOR: '' }, true],
  ['FORCE_COLOR', false, { FORCE_COLOR: '1' }, true],
  ['FORCE_COLOR=0', true, { FORCE_COLOR: '0' }, false],
  ['NO_COLOR before FORCE_COLOR', true, { NO_COLOR: '1', FORCE_COLOR: '1' }, false],
])('colour with %s', (_, isTTY, env, coloured) => {
  expect(paintFor({ isTTY }, env).tone('ok', 'x') !== 'x').toBe(coloured)
})

test('green, yellow, red', () => {
  const { tone } = paintFor({ isTTY: true }, {})
  expect([tone('ok', 'a'), tone('warning', 'a'), tone('wrong', 'a')]).toEqual([
    '\x1b[32ma\x1b[39m',
    '\x1b[33ma\x1b[39m',
    '\x1b[31ma\x1b[39m',
  ])
})
