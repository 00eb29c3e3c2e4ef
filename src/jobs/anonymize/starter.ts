/** An anonymisation to start from: what identifies is left out, what may identify is coarsened. */
import { personColumn } from '../../data/index.ts'
import { badInput } from '../../request-error.ts'
import type { Starter, StarterFile } from '../../run/starter.ts'
import { quote, roleLines } from '../starter-lines.ts'

/** How many records are alike at least: to be changed. */
const K = 5

export const anonymizeStarter: Starter = {
  unasked: true,
  readsCount: () => true,
  lines: (file, asked) => {
    const { columns, isCounted, description } = file
    const suits = !isCounted && columns.some(({ role }) => role === 'quasi-identifier')
    if (!asked) return suits ? [anonymizeLines(file)] : []
    if (suits) return [roleLines(description), anonymizeLines(file)]
    throw badInput(`${description.path} has no records with quasi-identifiers: there is nothing to anonymise.`)
  },
}

function anonymizeLines({ columns, description: { rows } }: StarterFile): string {
  const person = personColumn(columns)
  const people = person !== undefined && person.missing === 0 && person.distinct >= K
  const line = people ? `  person: ${quote(person.name)}    # every k records that are alike are of k people\n` : ''
  // Codes look like numbers, and would lose zeros and digits as such.
  const codes = columns.filter(({ role, type }) => role === 'quasi-identifier' && (type === 'text' || type === 'code'))
  const categorical = codes.length === 0 ? '' : `  categorical: [${codes.map(({ name }) => quote(name)).join(', ')}]\n`
  return `# The quasi-identifiers are those of \`roles\`.\nanonymize:\n  k: ${Math.min(K, rows)}\n${line}  missing: level\n  seconds: 10    # more time finds a little less loss\n${categorical}`
}
