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

test.each([true, false])(
  'no sign from a file acts, whichever way it is written; our own colours do (terminal: %s)',
  (isTTY) => {
    process.env.FORCE_COLOR = '1'
    const { text, stream } = screen(200)
    const lines: Stream = { isTTY, columns: 200, write: stream.write }
    const hostile = 'a\x1b[2Jb\x9b1Ac\u202ed\re\x07f\x7f'
    const shown = 'a\\x1b[2Jb\\x9b1Ac\\u202ed\\x0de\\x07f\\x7f'
    const terminal = openTerminal({}, lines, lines)
    terminal.print(hostile)
    terminal.mark('ok', 'ok', hostile)
    terminal.mark('warning', hostile, '')
    terminal.note(hostile)
    terminal.alert('wrong', 'tacet:', hostile)
    terminal.close()
    delete process.env.FORCE_COLOR
    expect(text()).toBe(
      `${shown}\n\x1b[32mok\x1b[39m ${shown}\n\x1b[33m${shown}\x1b[39m\n${shown}\n\x1b[31mtacet:\x1b[39m ${shown}\n`,
    )
  },
)

test('nor in a table, a phase or a JSON document', () => {
  process.env.NO_COLOR = '1'
  const pipe = screen(80)
  const lines: Stream = { write: pipe.stream.write }
  const terminal = openTerminal({}, lines, lines)
  terminal.table(['h\x1b[1m'], [['v\n\x1b[2J']])
  terminal.progress.phase('solving \u202elevel\nok')
  const machine = screen(80)
  openTerminal({ json: true }, machine.stream, screen(80).stream).result(JSON.stringify({ name: 'x\x9by\u202e\x1b' }))
  delete process.env.NO_COLOR
  expect(pipe.text()).toBe('h\\x1b[1m\nv \\x1b[2J\nsolving \\u202elevel ok\n')
  expect(machine.text()).toBe('{"name":"x\\u009by\\u202e\\u001b"}\n')
})
