import { expect, test } from 'vitest'
import { openTerminal, type Stream } from './terminal.ts'

/** One screen that both streams write to, as a terminal is. */
function screen(columns: number): { readonly text: () => string; readonly stream: Stream } {
  let written = ''
  return {
    text: () => written,
    stream: {
      isTTY: true,
      columns,
      write: (text: string) => {
        written += text
      },
    },
  }
}

test('lines are wrapped between words, with their indent, and long words stay whole', () => {
  const { text, stream } = screen(30)
  const terminal = openTerminal({ quiet: true }, stream, stream)
  terminal.print('  One person changes to another record and back.')
  terminal.print('See file:///a/path/that/is/longer/than/the/line')
  expect(text()).toBe(
    '  One person changes to\n  another record and back.\nSee\nfile:///a/path/that/is/longer/than/the/line\n',
  )
})

test('text hangs beside a short label', () => {
  process.env.NO_COLOR = '1'
  const { text, stream } = screen(30)
  openTerminal({ quiet: true }, stream, stream).mark('ok', 'ok', 'files: all of them are as they were released')
  delete process.env.NO_COLOR
  expect(text()).toBe('ok files: all of them are as\n   they were released\n')
})

test('with --json stdout holds the document and nothing else', () => {
  const { text, stream } = screen(80)
  const terminal = openTerminal({ json: true, quiet: true }, stream, screen(80).stream)
  terminal.print('for people')
  terminal.table(['a'], [['b']])
  terminal.mark('ok', 'ok', 'fine')
  terminal.result('{}')
  expect(text()).toBe('{}\n')
})

test('a terminal that does not know its size is taken for 80 columns', () => {
  const { text, stream } = screen(0)
  openTerminal({ quiet: true }, stream, stream).print('word '.repeat(30).trim())
  expect(text()).toBe(`${'word '.repeat(16).trim()}\n${'word '.repeat(14).trim()}\n`)
})
