import { expect, test } from 'vitest'
import { clipped } from './request-error.ts'
import { visible, visibleJson, visibleLine } from './visible-text.ts'

const ALL = Array.from({ length: 0x2100 }, (_, code) => String.fromCharCode(code))
const isActing = (sign: string): boolean => /\p{Cc}|\p{Bidi_Control}|[\u2028\u2029]/u.test(sign)

test('what acts on a terminal is shown, and every other sign is left', () => {
  for (const sign of ALL) {
    if (!isActing(sign) || sign === '\n' || sign === '\t') expect(visible(sign)).toBe(sign)
    else expect(visible(sign)).toMatch(/^\\(x[0-9a-f]{2}|u[0-9a-f]{4})$/)
  }
  expect(visible('a\x1b[2Jb\x9bmc\u202ed\x7f')).toBe('a\\x1b[2Jb\\x9bmc\\u202ed\\x7f')
  expect(visible('one\r\ntwo\rthree')).toBe('one\ntwo\\x0dthree')
})

test('on one line nothing begins a line of its own, in a clipped name neither', () => {
  expect(visibleLine('a\nok    files: fine\tb\r\nc')).toBe('a ok    files: fine b c')
  expect(clipped('a\n\x1b[1A')).toBe('a \\x1b[1A')
  for (const sign of ALL.filter(isActing)) expect([...visibleLine(`a${sign}b`)].some(isActing), sign).toBe(false)
})

test('a JSON document says the same and holds nothing that acts', () => {
  const value = { [`a\x9b${ALL.join('')}`]: ['\x1b[2J', '\u202e', '\x7f', '\r\n'] }
  const document = visibleJson(JSON.stringify(value, null, 2))
  expect(JSON.parse(document)).toEqual(value)
  expect([...document].filter((sign) => isActing(sign) && sign !== '\n')).toEqual([])
})
