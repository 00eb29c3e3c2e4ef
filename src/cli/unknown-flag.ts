/** A flag that a command does not have, and that a spec has a field for: which one. */
import { fieldsOf, specSchema } from '../spec/index.ts'

/** Commander's complaint with the field of a spec that the flag would set elsewhere. */
export function withField(complaint: string): string {
  const [, flag] = /unknown option '(--[a-z-]+)'/.exec(complaint) ?? []
  const found = flag === undefined ? [] : fieldsOf(specSchema).filter(({ words }) => flagOf(words?.flag) === flag)
  if (found.length === 0) return complaint
  const paths = [...new Set(found.map(({ path }) => `\`${path.join('.')}\``))]
  return `${complaint.trimEnd()}\nIn a spec it is ${paths.join(' or ')}.\n`
}

const flagOf = (flag: string | undefined): string | undefined => flag?.split(' ')[0]
