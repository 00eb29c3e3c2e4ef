import type { SpecWhere } from './fact-schema.ts'

/** In words, which people: `housing: care home or student hall`. */
export function inWords(where: SpecWhere): string {
  return Object.entries(where)
    .map(([name, levels]) => `${name}: ${levels.join(' or ')}`)
    .join(', ')
}
