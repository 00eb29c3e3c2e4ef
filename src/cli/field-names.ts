/** A complaint about a field of a job, in the words of whoever gave the job: a flag, or a line of a spec. */
import type { Command } from 'commander'
import { RequestError } from '../request-error.ts'
import type { SpecFile } from '../spec/index.ts'

/** Fields whose flag has another name. */
const FLAGS: Readonly<Record<string, string>> = {
  quasiIdentifiers: 'qi',
  seconds: 'time',
  hierarchies: 'hierarchy',
  releases: 'release',
  'publish.choose': 'choose',
}

/** Whether the field that is complained of was given as a flag. */
export function isFlag(error: unknown, command: Command): boolean {
  return (
    error instanceof RequestError &&
    typeof error.facts.field === 'string' &&
    command.getOptionValueSource(error.facts.field) === 'cli'
  )
}

/** `levels: ...` becomes `--levels: ...`, and a field named in backticks its flag. */
export function inFlags(error: unknown, command: Command): unknown {
  if (!(error instanceof RequestError)) return error
  const { field } = error.facts
  if (typeof field !== 'string') return error
  const flagOf = (name: string): string | undefined => {
    const options = command.options.map((option) => ({ name: option.attributeName(), long: option.long }))
    const own = options.find((option) => option.name === name) ?? options.find((option) => option.name === FLAGS[name])
    return own?.long ?? undefined
  }
  const [head] = field.split('.')
  const flag = flagOf(field) ?? flagOf(head)
  const rest = error.message.slice(field.length)
  const message = `${flag ?? field}${rest}`.replace(/`(\w+)`/g, (text, name: string) => flagOf(name) ?? text)
  return new RequestError(error.code, message, error.facts)
}

/** `privacy.delta: ...` becomes `plan.yaml:12: privacy.delta: ...`. */
export async function inSpec(error: unknown, file: SpecFile): Promise<unknown> {
  if (!(error instanceof RequestError)) return error
  const { field } = error.facts
  if (typeof field !== 'string' || error.message.startsWith(file.path)) return error
  const { parseYaml } = await import('../spec/parse-yaml.ts')
  const line = parseYaml(file.text, file.path).lineOf(field.split('.'))
  const where = line === undefined ? file.path : `${file.path}:${line}`
  return new RequestError(error.code, `${where}: ${error.message}`, error.facts)
}
