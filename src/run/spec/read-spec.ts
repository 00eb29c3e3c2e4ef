/**
 * A spec file, read and validated. Every complaint names the file, the line and the field.
 */
import { readFile } from 'node:fs/promises'
import { isNode, LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'
import { badInput } from '../../request-error.ts'
import { type Spec, specSchema } from './spec-schema.ts'

export interface SpecFile {
  readonly path: string
  readonly text: string
  readonly spec: Spec
}

export async function readSpec(path: string): Promise<SpecFile> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const why =
      error.code === 'ENOENT'
        ? 'there is no such file'
        : error.code === 'EISDIR'
          ? 'it is a folder'
          : 'it cannot be read'
    throw badInput(`${path}: ${why}. A spec is a YAML or JSON file; \`tacet init\` writes an example.`)
  })
  return { path, text, spec: parseSpec(text, path) }
}

/** Parses YAML (of which JSON is a part). */
export function parseSpec(text: string, path: string): Spec {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const [broken] = document.errors
  if (broken !== undefined) {
    const { line, col } = lines.linePos(broken.pos[0])
    throw badInput(`${path}:${line}:${col}: ${plainYamlError(broken.message)}`)
  }
  const value: unknown = document.toJS()
  if (value === null || value === undefined)
    throw badInput(`${path} is empty. \`tacet init\` writes an example to start from.`)
  const result = specSchema.safeParse(value, { error: message })
  if (result.success) return withSource(result.data, path)
  const complaints = result.error.issues.flatMap(unfold).map((issue) => {
    const node = closestNode(document, issue.path)
    const where = node === undefined ? path : `${path}:${lines.linePos(node).line}`
    const field = issue.path.length === 0 ? '' : `${fieldName(issue.path)}: `
    return `${where}: ${field}${issue.message}`
  })
  throw badInput(complaints.join('\n'), { issues: result.error.issues })
}

/** Only a decision does without a source: its model is elsewhere. */
function withSource({ source, ...spec }: z.output<typeof specSchema>, path: string): Spec {
  if (source === undefined && spec.decide === undefined) throw badInput(`${path}: source: is missing`)
  return { ...spec, source: source ?? {} }
}

type Issue = { readonly path: PropertyKey[]; readonly message: string }

/** What zod says when a union says nothing of its own. */
const UNION_MESSAGE = 'Invalid input'

/** A union fails in all its branches; what helps is the complaint of the branch that came closest. */
function unfold(issue: z.core.$ZodIssue): Issue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue]
  const deepest = [...issue.errors].sort((a, b) => depth(b) - depth(a))[0]
  if (depth(deepest) === 0) {
    const said = issue.message === UNION_MESSAGE ? 'is none of the forms this field takes' : issue.message
    return [{ path: issue.path, message: said }]
  }
  return deepest.map((inner) => ({ path: [...issue.path, ...inner.path], message: inner.message }))
}

function depth(issues: readonly z.core.$ZodIssue[]): number {
  return Math.max(0, ...issues.map((issue) => issue.path.length))
}

function message(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'unrecognized_keys')
    return `there is no field called ${issue.keys.map((key) => `"${key}"`).join(', ')} here`
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'is missing'
  if (issue.code === 'invalid_value')
    return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`
  return undefined
}

/** The position of the field, or of the nearest enclosing one that is there. */
function closestNode(document: ReturnType<typeof parseDocument>, path: readonly PropertyKey[]): number | undefined {
  for (let length = path.length; length >= 0; length--) {
    const node = length === 0 ? document.contents : document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return undefined
}

/** attributes[2].levels */
function fieldName(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`,
    '',
  )
}

function plainYamlError(text: string): string {
  return `this is not valid YAML (${text.split('\n')[0].replace(/\.$/, '')}).`
}
