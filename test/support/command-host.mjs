/**
 * Commands in a process that stays: the modules are loaded once, and each command is read, run and answered in turn. What is
 * tested is the command; where the process itself is (signals, terminals, kills) tests start one.
 */
import { createReadStream, openSync, writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { runCommandsHere } from '../../dist/cli/command.mjs'
import { runProgram } from '../../dist/cli/run-program.mjs'

const [requests, answers] = process.argv.slice(2)
const answersFile = openSync(answers, 'r+')
const written = { stdout: '', stderr: '' }
for (const name of ['stdout', 'stderr']) {
  process[name].write = (text, ...rest) => {
    written[name] += text
    rest.find((part) => typeof part === 'function')?.()
    return true
  }
}
runCommandsHere()

// A test run that is killed takes no leave of its children. An exit would wait for the read of a pipe that nobody writes to.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
}, 1000).unref()

function answer(document) {
  const bytes = Buffer.from(`${JSON.stringify(document)}\n`)
  for (let at = 0; at < bytes.length; ) at += writeSync(answersFile, bytes, at)
}

process.on('exit', () => answer({ died: true }))

const lines = createReadStream(requests, { flags: 'r+' })
lines.once('open', () => answer({ ready: true }))
for await (const line of createInterface({ input: lines })) {
  const { args, cwd, env } = JSON.parse(line)
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  Object.assign(process.env, env)
  process.chdir(cwd)
  written.stdout = written.stderr = ''
  process.exitCode = undefined
  await runProgram(args)
  answer({ code: Number(process.exitCode ?? 0), ...written })
}
