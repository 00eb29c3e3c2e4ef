/**
 * What becomes of a command whose output nobody takes any more. A reader that stops reading (`| head`) is no error; a full disk
 * behind `> file` is one. In both the work goes on to its end: a release is not left half written because a line could not be printed.
 */
import { EXIT_CODES } from '../request-error.ts'

interface Output {
  on(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown
}

export function bearClosedOutput(out: Output, say: (words: string) => void, ending: { exitCode?: unknown }): void {
  let isSaid = false
  out.on('error', ({ code }) => {
    if (code === 'EPIPE' || isSaid) return
    isSaid = true
    const cause = code === 'ENOSPC' ? 'the disk is full' : (code ?? 'it was closed')
    say(`tacet: what should be printed cannot be written: ${cause}. The work itself goes on.`)
    process.on('exit', () => {
      ending.exitCode ||= EXIT_CODES.input
    })
  })
}
