/** Asks a process of its own which tests fail, and starts another when it does not come back. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const RUNNER = fileURLToPath(new URL('runner.mjs', import.meta.url))

export class TestRunner {
  #copy
  #child
  #patience

  constructor(copy, patience) {
    this.#copy = copy
    this.#patience = patience
    process.once('exit', () => this.end())
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  }

  /** What `runner.mjs` answers; undefined when there was no answer in time, or the process died of what it was asked. */
  async ask(question, patience = this.#patience) {
    if (this.#child === undefined) {
      this.#child = fork(RUNNER, { cwd: this.#copy, stdio: 'ignore', execArgv: [], detached: true })
      await answerOf(this.#child, patience)
    }
    const answer = answerOf(this.#child, patience)
    this.#child.send(question)
    const found = await answer
    if (found === undefined) this.end()
    return found
  }

  /** With the processes that it started: a fault that makes one of them endless would leave it running. */
  end() {
    const child = this.#child
    this.#child = undefined
    if (child === undefined) return
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      child.kill('SIGKILL')
    }
  }
}

function answerOf(child, patience) {
  return new Promise((resolve) => {
    const settle = (value) => {
      clearTimeout(timer)
      child.removeAllListeners()
      resolve(value)
    }
    const timer = setTimeout(settle, patience)
    child.once('message', settle)
    child.once('exit', () => settle(undefined))
  })
}
