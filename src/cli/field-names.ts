/** A complaint about a field, in the words of the caller: a flag, or a line of a spec. */
import type { Command } from 'commander'
import { RequestError } from '../request-error.ts'
import { declarationOf } from './declared-options.ts'

/** The command that is carried out, and whether its job is a spec: fields of the spec are then called as the spec calls them. */
let current: { readonly command: Command; readonly isSpec: boolean } | undefined

export function carriesOut(command: Command): void {
  current = { command, isSpec: false }
}

export function saysSpec(command: Command): void {
  current = { command, isSpec: true }
}

/** The flag that sets a field, or a part of it; fields of the section with the command's name may be called without it. */
function flagOf(field: string, command: Command, besideSpec: boolean): string | undefined {
  const paths = command.options.map((option) => {
    const declared = declarationOf(option)
    if (besideSpec && declared?.ofSpec === true) return { path: undefined, long: option.long }
    return { path: declared?.field.path.join('.') ?? option.attributeName(), long: option.long }
  })
  const names = [field, `${command.name()}.${field}`]
  const exact = paths.find(({ path }) => path !== undefined && names.includes(path))
  if (exact?.long) return exact.long
  for (const { path, long } of paths) {
    const whole = names.find((name) => name.startsWith(`${path}.`) || name.startsWith(`${path}[`))
    if (path !== undefined && long && whole !== undefined) return `${long} ${partWords(whole.slice(path.length))}`
  }
  return undefined
}

/** `.k` is k, and `[0].percent`, of a flag that may be given several times, is `no. 1, percent`. */
const partWords = (part: string): string =>
  part
    .replace(/^\[(\d+)\]/, (_, at: string) => `no. ${Number(at) + 1}, `)
    .replace(/^\./, '')
    .replace(/, \./, ', ')
    .replace(/, $/, '')

/** The flag of a name that stands in backticks: the last part of a field, or the name of an option. */
function flagNamed(name: string, { command, isSpec }: NonNullable<typeof current>): string | undefined {
  const found = command.options.find((option) => {
    const declared = declarationOf(option)
    if (declared?.ofSpec === true)
      return (
        !isSpec && [declared.field.path.at(-1), declared.field.path.join('.'), option.attributeName()].includes(name)
      )
    return option.attributeName() === name || declared?.field.path.join('.') === name
  })
  return found?.long ?? undefined
}

/** `ledgerReason` in backticks becomes --ledger-reason, and `missing: level` becomes --missing level. */
export function withFlags(message: string): string {
  if (current === undefined) return message
  const { command, isSpec } = current
  return message.replace(/`([\w.]+)(?:: (\w+))?`/g, (text, name: string, value: string | undefined) => {
    const flag = flagNamed(name, { command, isSpec })
    return flag === undefined ? text : value === undefined ? flag : `${flag} ${value}`
  })
}

interface Issue {
  readonly field: string
  readonly message: string
}

/** `levels: ...` becomes `--levels: ...`. */
export function inFlags(error: unknown, command: Command, besideSpec = false): unknown {
  if (!(error instanceof RequestError)) return error
  const { field, issues } = error.facts as { readonly field?: unknown; readonly issues?: readonly Issue[] }
  if (issues !== undefined) {
    const lines = issues.map((issue) => said(flagOf(issue.field, command, besideSpec) ?? issue.field, issue.message))
    return new RequestError(error.code, lines.join('\n'), error.facts)
  }
  if (typeof field !== 'string' || !error.message.startsWith(field)) return error // or it has its flag already
  const flag = flagOf(field, command, besideSpec)
  if (flag === undefined) return error
  return new RequestError(error.code, said(flag, error.message.slice(field.length + 2)), error.facts)
}

/** "--width does nothing in ..."; "--k: must be at least 1". */
const said = (name: string, message: string): string =>
  message.startsWith('does nothing') ? `${name} ${message}` : `${name}: ${message}`

/** `privacy.delta: ...` becomes `plan.yaml:12: privacy.delta: ...`; `part` is where fields of the job itself stand. */
export async function inSpec(
  error: unknown,
  file: { readonly path: string; readonly text: string },
  part: string,
): Promise<unknown> {
  if (!(error instanceof RequestError)) return error
  const { field, named } = error.facts
  if (error.message.startsWith(`${file.path}:`)) return error
  if (typeof field !== 'string') return typeof named === 'string' ? atName(error, file, named) : error
  const { parseYaml } = await import('../spec/parse-yaml.ts')
  const { value, lineOf } = parseYaml(file.text, file.path)
  const [head] = field.split('.')
  const isOfPart = typeof value === 'object' && value !== null && !(head in value) && part in value
  const full = isOfPart ? `${part}.${field}` : field
  const line = lineOf(full.split('.'))
  const where = line === undefined ? file.path : `${file.path}:${line}`
  return new RequestError(error.code, `${where}: ${full}${error.message.slice(field.length)}`, error.facts)
}

/** The line of a spec that a name stands in, where it stands in one. */
function atName(
  error: RequestError,
  { path, text }: { readonly path: string; readonly text: string },
  name: string,
): RequestError {
  const quoted = name.trim().replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const word = new RegExp(`(^|[^\\p{L}\\p{N}_])${quoted}([^\\p{L}\\p{N}_]|$)`, 'u')
  const line = text.split('\n').findIndex((one) => word.test(one.replace(/#.*$/, '')))
  return line < 0 ? error : new RequestError(error.code, `${path}:${line + 1}: ${error.message}`, error.facts)
}

/** Where the complaint belongs: a flag that stands beside the spec, the spec, or the flags that stand for one. */
export async function inItsPlace(
  error: unknown,
  command: Command,
  file: { readonly path: string; readonly text: string } | undefined,
  part: string,
): Promise<unknown> {
  if (file === undefined) return inFlags(error, command)
  const field = error instanceof RequestError ? error.facts.field : undefined
  const isFlag = typeof field === 'string' && flagOf(field, command, true) !== undefined
  return isFlag ? inFlags(error, command, true) : inSpec(error, file, part)
}
