/** A complaint about a field of a job, in the words of the caller: a flag, or a line of a spec. */
import type { Command } from 'commander'
import { RequestError } from '../request-error.ts'
import type { SpecFile } from '../spec/index.ts'
import { BESIDE_SPEC } from './options.ts'

/** Fields whose flag has another name. */
const FLAGS: Readonly<Record<string, string>> = {
  quasiIdentifiers: 'qi',
  seconds: 'time',
  hierarchies: 'hierarchy',
  releases: 'release',
  'sweep.runs': 'runs',
  'publish.choose': 'choose',
  ...Object.fromEntries(
    ['encoding', 'delimiter', 'decimal', 'dates', 'case'].flatMap((name) => [
      [`source.read.${name}`, name],
      [`read.${name}`, name],
    ]),
  ),
  'read.missing': 'missingValues',
  'source.read.missing': 'missingValues',
}

/** Whether the field that is complained of is a flag that stands beside a spec. */
export function isFlag(error: unknown, command: Command): boolean {
  if (!(error instanceof RequestError) || typeof error.facts.field !== 'string') return false
  const [head] = error.facts.field.split('.')
  return BESIDE_SPEC.has(head) && command.options.some((option) => option.attributeName() === head)
}

/** `levels: ...` becomes `--levels: ...`, and a field named in backticks its flag. */
export function inFlags(error: unknown, command: Command): unknown {
  if (!(error instanceof RequestError)) return error
  const { field } = error.facts
  if (typeof field !== 'string' || !error.message.startsWith(field)) return error // or it has its flag already
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

/** `privacy.delta: ...` becomes `plan.yaml:12: privacy.delta: ...`; `part` is where fields of the job itself stand. */
export async function inSpec(error: unknown, file: SpecFile, part: string): Promise<unknown> {
  if (!(error instanceof RequestError)) return error
  const { field } = error.facts
  if (typeof field !== 'string' || error.message.startsWith(file.path)) return error
  const { parseYaml } = await import('../spec/parse-yaml.ts')
  const { value, lineOf } = parseYaml(file.text, file.path)
  const [head] = field.split('.')
  const isOfPart = typeof value === 'object' && value !== null && !(head in value) && part in value
  const full = isOfPart ? `${part}.${field}` : field
  const line = lineOf(full.split('.'))
  const where = line === undefined ? file.path : `${file.path}:${line}`
  return new RequestError(error.code, `${where}: ${full}${error.message.slice(field.length)}`, error.facts)
}

/** Fields that messages of lower rooms name in backticks, wherever they come from. */
const NAMED = new Set(
  'out,ledger,ledgerReason,extend,earlier,model,classes,categorical,verbatim,nodes,identifiers,largestQuantity,shares,seed,evaluate,split,ordered'.split(
    ',',
  ),
)

/** `ledgerReason` in backticks becomes --ledger-reason. */
export function withFlags(message: string): string {
  return message
    .replace(/`missing: level`/g, '--missing level')
    .replace(/`quasiIdentifiers`/g, '--qi')
    .replace(/`hierarchies`/g, '--hierarchy')
    .replace(/`(\w+)`/g, (text, name: string) =>
      NAMED.has(name) ? `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}` : text,
    )
}
