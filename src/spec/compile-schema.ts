/** From the words of a spec to the objects of the model. */
import { type Attribute, checkSchema, dayNumber, daysLabel, type MissingRule, type Schema } from '../model/index.ts'
import { badInput } from '../request-error.ts'
import type { Spec } from './spec-schema.ts'

/** A range or bins of more levels than this is a mistake. */
const MOST_LEVELS = 1_000_000

export function compileSchema(spec: Spec): Schema {
  const schema: Schema = {
    attributes: spec.attributes.map((attribute) => compileAttribute(attribute, spec.source?.read?.case === 'keep')),
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

function compileAttribute(attribute: SpecAttribute, keepCase: boolean): Attribute {
  const missing = compileMissing(attribute)
  const kept = keepCase ? ({ keepCase } as const) : {}
  const named = { name: attribute.name, column: attribute.column ?? attribute.name, missing, ...kept }
  if (attribute.levels !== undefined) return { ...named, levels: attribute.levels }
  if (attribute.range !== undefined) return { ...named, levels: rangeLevels(attribute.name, ...attribute.range) }
  const dates = typeof attribute.bins?.[0] === 'string' ? ({ dates: true } as const) : {}
  const edges = (attribute.bins ?? []).map((edge) => (typeof edge === 'string' ? (dayNumber(edge) as number) : edge))
  const outOfOrder = edges.findIndex((edge, i) => i > 0 && !(edges[i - 1] < edge))
  if (outOfOrder >= 0) {
    throw badInput(
      `attribute "${attribute.name}": the bin edges must rise, and ${attribute.bins?.[outOfOrder]} follows ${attribute.bins?.[outOfOrder - 1]}.`,
    )
  }
  const label = 'dates' in dates ? daysLabel : binLabel
  const levels = edges.slice(1).map((edge, i) => label(edges[i], edge))
  return { ...named, edges, ...dates, levels: missing.rule === 'level' ? [...levels, missing.level] : levels }
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

/** The names of the levels, top first, without looking at the data. */
export function levelNames(spec: Spec): readonly string[] {
  const { top, columns, code, parents } = spec.geography
  return [top, ...(columns ?? parents?.levels ?? Object.keys(code?.prefixes ?? {}))]
}
