import { dirname, relative } from 'node:path'
import { SPEC_HEAD } from '../spec/index.ts'
import type { ColumnDescription, FileDescription } from './describe.ts'

/** A spec to start from, with what a look at the file suggests. Its levels come from the data and must be checked. */
export function starterSpec(description: FileDescription, specPath: string): string {
  const by = (role: string): readonly ColumnDescription[] => description.columns.filter((c) => c.looksLike === role)
  const count = by('count')[0]
  const geography = [...by('geography')].sort((a, b) => a.distinct - b.distinct).map((column) => column.name)
  const attributes = by('quasi-identifier').filter((column) => column.levels.length > 0)
  const left = description.columns.filter((c) => !attributes.includes(c) && c !== count && !geography.includes(c.name))
  const names = attributes.map((column) => column.name)
  return `${SPEC_HEAD}title: ${quote(specPath.replace(/^.*[\\\\/]|\\.[^.]*$/g, ''))}

source:
  file: ${quote(relative(dirname(specPath), description.path))}
${count === undefined ? '' : `  count: ${quote(count.name)}\n`}
geography:
  top: all
  columns: [${geography.map(quote).join(', ')}]

# CHECK: these levels were read off the data. Listing them makes them public; add those that can occur but do not.
attributes:
${attributes.map(attributeLines).join('\n')}
${left.length === 0 ? '' : `\n# Left out: ${left.map((c) => `${c.name} (${c.looksLike})`).join(', ')}.\n`}
privacy:
  unit: add-remove-person
  epsilon: 1

workload:
  - query: total
${names.length === 0 ? '' : `  - query: ${quote(names.slice(0, 2).join(' * '))}\n`}`
}

function attributeLines(column: ColumnDescription): string {
  const values = column.missingTexts.length > 0 ? `values: [${column.missingTexts.map(quote).join(', ')}], ` : ''
  const missing = column.missing > 0 ? `\n    missing: { ${values}as: "(missing)" }` : ''
  const levels = [...column.levels, ...(column.missing > 0 ? ['(missing)'] : [])]
  return `  - name: ${quote(column.name)}\n    levels: [${levels.map(quote).join(', ')}]${missing}`
}

function quote(text: string): string {
  return JSON.stringify(text)
}
