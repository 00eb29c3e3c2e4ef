/** One part of a spec as text of its own, for an editor that shows that part alone. */
import { parse, stringify } from 'yaml'
import { parseYaml } from './parse-yaml.ts'

/** The part as it stands in a spec that is valid YAML, without its comments; nothing where it is absent. */
export function partText(spec: string, name: string): string {
  const value = (parse(spec) as Record<string, unknown> | null)?.[name]
  return value === undefined || value === null ? '' : stringify(value, { lineWidth: 0 })
}

/** The value of a part that was typed; null for nothing. */
export function parsePart(text: string, name: string): unknown {
  return parseYaml(text, name).value ?? null
}
