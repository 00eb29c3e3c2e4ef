/** The terminal as a command's work sees it from its worker: every call becomes a message to the main thread. */
import type { MessagePort } from 'node:worker_threads'
import type { Ending } from './ending.ts'
import type { Terminal } from './terminal.ts'
import type { WordProgress } from './word-progress.ts'

type Call<T, K extends keyof T> = T[K] extends (...args: infer A) => void ? readonly [K, ...A] : never
type Written = { [K in Exclude<keyof Terminal, 'progress'>]: Call<Terminal, K> }[Exclude<keyof Terminal, 'progress'>]
type Progressed = { [K in keyof WordProgress]: Call<WordProgress, K> }[keyof WordProgress]

export type Message =
  | { readonly kind: 'write'; readonly call: Written }
  | { readonly kind: 'progress'; readonly call: Progressed }
  | { readonly kind: 'end'; readonly ending: Ending }

/** Milliseconds between two reports of what is done: pieces can be many thousand a second. */
const EVERY = 50

export function relayTerminal(port: Pick<MessagePort, 'postMessage'>): Terminal {
  const send = (message: Message): void => port.postMessage(message)
  const write = (...call: Written): void => send({ kind: 'write', call })
  let last = 0
  return {
    print: (text) => write('print', text),
    mark: (tone, label, text) => write('mark', tone, label, text),
    table: (header, rows) => write('table', header, rows),
    result: (document) => write('result', document),
    note: (text) => write('note', text),
    alert: (tone, label, text) => write('alert', tone, label, text),
    progress: {
      phase: (name, total, expected) => send({ kind: 'progress', call: ['phase', name, total, expected] }),
      done: (units, total) => {
        const now = performance.now()
        if (now - last < EVERY) return
        last = now
        send({ kind: 'progress', call: ['done', units, total] })
      },
    },
  }
}

/** Does on the real terminal what a message asks. */
export function obey(terminal: Terminal, { kind, call }: Exclude<Message, { kind: 'end' }>): void {
  const [name, ...args] = call
  const target: object = kind === 'write' ? terminal : terminal.progress
  Reflect.apply(Reflect.get(target, name), target, args)
}
