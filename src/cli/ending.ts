/** How a command ends: done, stopped, refused with a message for a person, or by a fault of our own with its trace. */
import { EXIT_CODES, type RequestCode, RequestError } from '../request-error.ts'
import { withFlags } from './field-names.ts'
import { systemFailure } from './system-error.ts'
import type { OpenTerminal } from './terminal.ts'

/** Plain data: it crosses from the worker to the main thread. */
export type Ending =
  | { readonly kind: 'done'; readonly exitCode: number }
  | { readonly kind: 'stopped' }
  | {
      readonly kind: 'refused'
      readonly code: RequestCode
      readonly message: string
      readonly facts: Readonly<Record<string, unknown>>
    }
  | { readonly kind: 'fault'; readonly message: string; readonly trace: string }

const NO_MEMORY =
  'a worker ran out of memory. Allow more, in megabytes, as in NODE_OPTIONS=--max-old-space-size=8192, or use a larger machine.'

export function endingOf(error: unknown): Ending {
  if (error instanceof RequestError)
    return { kind: 'refused', code: error.code, message: withFlags(error.message), facts: error.facts }
  if (error instanceof Error && error.name === 'AbortError') return { kind: 'stopped' }
  const refused = systemFailure(error)
  if (refused !== undefined) return { kind: 'refused', code: 'input', message: refused, facts: {} }
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ERR_WORKER_OUT_OF_MEMORY')
    return { kind: 'refused', code: 'input', message: NO_MEMORY, facts: {} }
  const message = error instanceof Error ? error.message : String(error)
  return { kind: 'fault', message, trace: error instanceof Error ? (error.stack ?? message) : message }
}

/** Reports the ending; what it is worth as an exit code, 1 for a fault and for `stopped` unless a signal says more. */
export function report(ending: Ending, terminal: OpenTerminal, ifStopped: string): number {
  switch (ending.kind) {
    case 'done':
      return ending.exitCode
    case 'stopped':
      terminal.alert('warning', 'Stopped.', ifStopped)
      terminal.result(errorJson({ code: 'stopped', message: `Stopped. ${ifStopped}` }))
      return 1
    case 'refused':
      terminal.alert('wrong', 'tacet:', ending.message)
      terminal.result(errorJson({ code: ending.code, message: ending.message, facts: ending.facts }))
      return EXIT_CODES[ending.code]
    case 'fault':
      terminal.alert('wrong', 'tacet:', `${FAULT}\n${ending.trace}`)
      terminal.result(errorJson({ code: 'fault', message: ending.message }))
      return 1
  }
}

const FAULT = 'this is a fault in Tacet, not in your input. Please report it with these lines:'

export function errorJson(error: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ error }, (_, value) => (typeof value === 'bigint' ? String(value) : value), 2)
}
