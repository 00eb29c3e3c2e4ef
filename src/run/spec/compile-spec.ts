/**
 * From the words of a spec to the objects of the model: schema, geography, source. File names in a spec are relative to
 * the spec.
 */
import { dirname, isAbsolute, join } from 'node:path'
import type { Geography, Source } from '../../data/index.ts'
import { type Attribute, checkSchema, type MissingRule, type Schema } from '../../model/index.ts'
import { badInput } from '../../request-error.ts'
import type { SpecFile } from './read-spec.ts'
import type { Spec } from './spec-schema.ts'

/** A range or bins of more levels than this is a mistake. */
const MOST_LEVELS = 1_000_000

export function compileSchema(spec: Spec): Schema {
  const schema: Schema = {
    attributes: spec.attributes.map(compileAttribute),
    recodes: spec.recodes.map((recode) => ({
      name: recode.name,
      attribute: recode.of,
      groups: Object.entries(recode.groups).map(([name, levels]) => ({ name, levels })),
    })),
  }
  checkSchema(schema)
  return schema
}

type SpecAttribute = Spec['attributes'][number]

function compileAttribute(attribute: SpecAttribute): Attribute {
  const missing = compileMissing(attribute)
  const named = { name: attribute.name, column: attribute.column ?? attribute.name, missing }
  if (attribute.levels !== undefined) return { ...named, levels: attribute.levels }
  if (attribute.range !== undefined) return { ...named, levels: rangeLevels(attribute.name, ...attribute.range) }
  const edges = attribute.bins as number[]
  const outOfOrder = edges.findIndex((edge, i) => i > 0 && !(edges[i - 1] < edge))
  if (outOfOrder >= 0) {
    throw badInput(
      `attribute "${attribute.name}": the bin edges must rise, and ${edges[outOfOrder]} follows ${edges[outOfOrder - 1]}.`,
    )
  }
  const levels = edges.slice(1).map((edge, i) => binLabel(edges[i], edge))
  return { ...named, edges, levels: missing.rule === 'level' ? [...levels, missing.level] : levels }
}

function rangeLevels(name: string, from: number, to: number): readonly string[] {
  if (to < from || to - from >= MOST_LEVELS) {
    throw badInput(
      `attribute "${name}": the range runs from ${from} to ${to}. It must rise, over fewer than a million numbers.`,
    )
  }
  return Array.from({ length: to - from + 1 }, (_, i) => String(from + i))
}

/** 18-64 for whole edges 18 and 65; [0.5, 1.5) otherwise. */
function binLabel(from: number, to: number): string {
  if (!Number.isInteger(from) || !Number.isInteger(to)) return `[${from}, ${to})`
  return to - from === 1 ? String(from) : `${from}-${to - 1}`
}

function compileMissing(attribute: SpecAttribute): MissingRule {
  const { missing } = attribute
  const { values, as } = typeof missing === 'string' ? { values: [], as: missing } : missing
  return as === 'error' || as === 'drop' ? { rule: as, values } : { rule: 'level', values, level: as }
}

export function compileGeography(file: SpecFile): Geography {
  const { top, columns, code, parents } = file.spec.geography
  if (code !== undefined) {
    const levels = Object.entries(code.prefixes).map(([name, length]) => ({ name, length }))
    const regions = code.regions && { path: besideSpec(file, code.regions.file), column: code.regions.column }
    return { kind: 'prefixes', top, column: code.column, levels, ...(regions && { regions }) }
  }
  if (parents !== undefined) {
    const regions = { ...parents.regions, path: besideSpec(file, parents.regions.file) }
    return { kind: 'parents', top, column: parents.column, levels: parents.levels, regions }
  }
  return { kind: 'columns', top, columns: columns ?? [] }
}

export function compileSource(specFile: SpecFile): Source {
  const { file, postgres, count } = specFile.spec.source
  const { column, atMost } = specFile.spec.privacy?.person ?? {}
  if (column !== undefined && count !== undefined)
    throw badInput(
      `${specFile.path}: privacy.person: with source.count a line stands for many people, and cannot be one person's. Leave one of them out.`,
    )
  const person = column === undefined || atMost === undefined ? {} : { person: { column, atMost } }
  if (postgres !== undefined) return { kind: 'postgres', ...postgres, ...person }
  if (file === undefined)
    throw badInput(
      `${specFile.path}: source: is missing. Name the data: source: { file: people.csv }. (Only \`tacet decide\` does without.)`,
    )
  return { kind: 'file', path: besideSpec(specFile, file), ...person }
}

/** The names of the levels, top first, without looking at the data. */
export function levelNames(spec: Spec): readonly string[] {
  const { top, columns, code, parents } = spec.geography
  return [top, ...(columns ?? parents?.levels ?? Object.keys(code?.prefixes ?? {}))]
}

/** A file that a spec names: relative to the spec. */
export function besideSpec({ path }: Pick<SpecFile, 'path'>, file: string): string {
  return isAbsolute(file) ? file : join(dirname(path), file)
}
