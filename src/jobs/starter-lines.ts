/** Lines that several capabilities write into a starter spec. */
import type { FileDescription } from '../data/index.ts'

export function roleLines({ columns }: FileDescription): string {
  const lines = columns.map(({ name, role, looksLike, pattern, doubt }) => {
    if (doubt !== null) return `  ${quote(name)}: identifier    # left out until \`read\` says how it is meant\n`
    const why = pattern ?? (looksLike === role ? '' : looksLike)
    return `  ${quote(name)}: ${role}${why === '' ? '' : `    # ${why}`}\n`
  })
  return `# CHECK: identifiers are left out of published records, quasi-identifiers coarsened, the others published as they are.\nroles:\n${lines.join('')}`
}

export function quote(text: string): string {
  return JSON.stringify(text)
}
