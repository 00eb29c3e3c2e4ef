import type { Attribute } from '../model/index.ts'
import { literal } from './sql.ts'

/** The number of a record's level of one attribute, NULL when it is to be left out. */
export function levelSql(attribute: Attribute, column: number): string {
  const { missing, levels, edges } = attribute
  const fallback = missing.rule === 'level' ? String(levels.indexOf(missing.level)) : 'null'
  if (edges !== undefined) return `(case when g${column} is null then ${fallback} else cast(g${column} as integer) end)`
  const value = `cast(g${column} as varchar)`
  const absent = [`g${column} is null`, ...missing.values.map((text) => `${value} = ${literal(text)}`)].join(' or ')
  const position = `list_position([${levels.map(literal).join(', ')}], ${value})`
  return `(case when ${absent} then ${fallback} else ${position} - 1 end)`
}
