/**
 * The text of a spec, validated. Every complaint names the file, the line and the field.
 */
import type { z } from 'zod'
import { didYouMean } from '../did-you-mean.ts'
import { plainIssue } from '../plain-issue.ts'
import { badInput, clipped } from '../request-error.ts'
import { keysAt } from './keys-at.ts'
import { disguised, ownName, ownText, undisguised } from './own-names.ts'
import { parseYaml } from './parse-yaml.ts'
import { type Spec, specSchema } from './spec-schema.ts'

/** Longer messages are cut. */
const MOST_ISSUES = 20

export interface SpecFile {
  readonly path: string
  readonly text: string
  readonly spec: Spec
}

/** Parses YAML (of which JSON is a part). */
export function parseSpec(text: string, path: string): Spec {
  const { value, lineOf } = parseYaml(text, path)
  if (value === null || value === undefined)
    throw badInput(`${path} is empty. \`tacet init\` writes an example to start from.`)
  if (typeof value !== 'object' || Array.isArray(value))
    throw badInput(`${path} is not a spec: it holds no fields such as \`tacet: 1\`. \`tacet init\` writes an example.`)
  const result = specSchema.safeParse(disguised(value), { error: plainIssue })
  if (result.success) return withSource(undisguised(result.data), path)
  const issues = result.error.issues.flatMap(unfold).map((issue) => {
    const field = issue.path.map((part) => (typeof part === 'string' ? ownName(part) : part))
    const [unknown] = issue.keys ?? []
    const meant = unknown === undefined ? '' : didYouMean(ownName(unknown), keysAt(specSchema, issue.path))
    const line = lineOf(unknown === undefined ? field : [...field, ownName(unknown)])
    return { line, field: fieldName(field), message: `${ownText(issue.message)}${meant === '' ? '' : `.${meant}`}` }
  })
  const complaints = issues.slice(0, MOST_ISSUES).map(({ line, field, message }) => {
    const where = line === undefined ? path : `${path}:${line}`
    return `${where}: ${field === '' ? '' : `${field}: `}${message}`
  })
  if (issues.length > MOST_ISSUES) complaints.push(`and ${issues.length - MOST_ISSUES} more of this kind.`)
  throw badInput(complaints.join('\n'), { issues, field: issues[0].field })
}

/** Only a decision does without a source: its model is elsewhere. */
function withSource({ source, ...spec }: z.output<typeof specSchema>, path: string): Spec {
  if (source === undefined && spec.decide === undefined) throw badInput(`${path}: source: is missing`)
  return { ...spec, source: source ?? {} }
}

/** `keys`: names of fields that are not known there. */
type Issue = { readonly path: PropertyKey[]; readonly message: string; readonly keys?: readonly string[] }

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
  return deepest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))
}

function depth(issues: readonly z.core.$ZodIssue[]): number {
  return Math.max(0, ...issues.map((issue) => issue.path.length))
}

/** attributes[2].levels */
function fieldName(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : `${text}${text === '' ? '' : '.'}${clipped(String(part))}`,
    '',
  )
}
